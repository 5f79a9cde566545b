import path from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { makeDataFolder, OperatorError } from "../../packages/embedded-postgres/src/host.mjs";
import { readRunFile } from "../supervisor/run-file.mjs";
import { childEnvironment, readSecrets } from "../supervisor/settings.mjs";
import { readCommandSettings, runCommand, show, withDatabase, wrong } from "./operator-command.mjs";

// `npm run quarantine`: shows what a restored installation would send, and what has happened outside since its backup.
// `npm run quarantine:release`: takes that over, asks, and ends the quarantine; `-- --yes` doesn't ask.
// Both use the same settings as `npm start`. In the sandbox, Zonepost must be running, because its registry is.

const entry = "apps/api/src/entry/quarantine.ts";
const [verb = "show", ...rest] = process.argv.slice(2);

function readArguments() {
  try {
    /** @type {{ yes?: { type: "boolean" } }} */
    const options = verb === "release" ? { yes: { type: "boolean" } } : {};
    const { values } = parseArgs({ args: rest, options });
    if (verb !== "release" || values.yes || process.stdin.isTTY) {
      return values;
    }
  } catch {
    throw wrong(
      verb === "release"
        ? "Unknown option. npm run quarantine:release -- [--yes]"
        : "npm run quarantine has no options.",
    );
  }
  throw wrong("Without a terminal, there is no one to ask: npm run quarantine:release -- --yes");
}

async function confirm(signal) {
  const ask = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await ask.question(
      "The original must be stopped for good. End the quarantine, and send what waits? [y/N] ",
      { signal },
    );
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    ask.close();
  }
}

await runCommand(async (signal) => {
  const { yes = false } = readArguments();
  const settings = await readCommandSettings(signal);
  const isOwnRegistry = settings.mode === "sandbox" && !process.env.EPP_HOST;
  const ports = readRunFile(path.join(settings.dataDir, "run.json"))?.ports;
  if (isOwnRegistry && !ports?.registry) {
    throw wrong("Start the sandbox first: the command uses its registry.");
  }
  makeDataFolder(settings.dataDir);
  const secrets = readSecrets({ dataDir: settings.dataDir, hasCards: settings.hasCards });
  process.exitCode = await withDatabase(settings, signal, async ({ databaseUrl, env }) => {
    const own = isOwnRegistry
      ? childEnvironment({
          settings,
          secrets,
          databaseUrl,
          registryPort: ports.registry,
          cardsPort: ports.cards,
        })
      : {};
    const run = (act) => show(entry, [act], { env: { ...secrets, ...env, ...own }, signal });
    if (verb !== "release") {
      return run("show");
    }
    const code = await run("take-over");
    if (code !== 0) {
      return code;
    }
    if (!yes && !(await confirm(signal))) {
      throw new OperatorError("Nothing was released.");
    }
    return run("release");
  });
});
