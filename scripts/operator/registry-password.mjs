import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { makeDataFolder } from "../../packages/embedded-postgres/src/host.mjs";
import { readRunFile } from "../supervisor/run-file.mjs";
import { readSecretsFile, secretsPath, writeSecretsFile } from "../supervisor/secrets-file.mjs";
import { childEnvironment, readSecrets } from "../supervisor/settings.mjs";
import { readCommandSettings, runCommand, show, wrong } from "./operator-command.mjs";

// `npm run registry:password -- --registrar primary`: changes the password of an account at its registry, to one that is
// generated or, with `--stdin`, read from standard input. In the sandbox, Zonepost must be running.

const usage = "npm run registry:password -- [--registrar primary] [--stdin]";

function readArguments() {
  try {
    const { values } = parseArgs({
      options: { registrar: { type: "string", default: "primary" }, stdin: { type: "boolean" } },
    });
    if (/^[a-z0-9-]{1,40}$/.test(values.registrar)) {
      return values;
    }
  } catch {
    // An unknown option, or one without its value.
  }
  throw wrong(`Enter the registrar's code: ${usage}`);
}

await runCommand(async (signal) => {
  const { registrar, stdin } = readArguments();
  const settings = await readCommandSettings(signal);
  const { dataDir } = settings;
  const isOwnRegistry = settings.mode === "sandbox" && !process.env.EPP_HOST;
  const registryPort = readRunFile(path.join(dataDir, "run.json"))?.ports?.registry;
  if (isOwnRegistry && !registryPort) {
    throw wrong("Start the sandbox first: the command uses its registry.");
  }
  makeDataFolder(dataDir);
  const secrets = readSecrets({ dataDir, hasCards: false });
  const env = isOwnRegistry
    ? childEnvironment({ settings, secrets, databaseUrl: undefined, registryPort })
    : process.env;
  const file = path.join(dataDir, `epp-password-${registrar}`);
  const args = ["--registrar", registrar, "--file", file, ...(stdin ? ["--stdin"] : [])];
  process.exitCode = await show("apps/api/src/entry/registry-password.ts", args, {
    env,
    signal,
    stdin: "inherit",
  });
  if (process.exitCode !== 0) {
    return;
  }
  if (isOwnRegistry && registrar === "primary" && !process.env.EPP_PASSWORD) {
    const EPP_PASSWORD = fs.readFileSync(file, "utf8").trim();
    writeSecretsFile(dataDir, { ...readSecretsFile(dataDir), EPP_PASSWORD });
    fs.rmSync(file);
    console.log(`It is in ${secretsPath(dataDir)}. Restart Zonepost now: new sessions need it.`);
    return;
  }
  const setting = registrar === "primary" ? "EPP_PASSWORD" : `the password of ${registrar} in REGISTRARS`;
  console.log(
    `It is in ${file}. Set ${setting} to it where Zonepost runs, restart Zonepost now, since new sessions need it, and delete the file.`,
  );
});
