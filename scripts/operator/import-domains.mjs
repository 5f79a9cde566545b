import path from "node:path";
import { parseArgs } from "node:util";
import { makeDataFolder } from "../../packages/embedded-postgres/src/host.mjs";
import { readRunFile } from "../supervisor/run-file.mjs";
import { childEnvironment, readSecrets } from "../supervisor/settings.mjs";
import { readCommandSettings, runCommand, show, withDatabase, wrong } from "./operator-command.mjs";

// `npm run domains:import -- --workspace wsp_… --file names.txt`: takes over domains that you already hold at a registry.
// Uses the same settings as `npm start`. In the sandbox, Zonepost must be running, because its registry is.

const usage = "npm run domains:import -- --workspace wsp_… --file names.txt [--dry-run] [--no-auto-renew]";

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        workspace: { type: "string" },
        file: { type: "string" },
        "dry-run": { type: "boolean" },
        "no-auto-renew": { type: "boolean" },
      },
    });
    if (values.workspace && values.file) {
      return [
        ...["--workspace", values.workspace, "--file", path.resolve(values.file)],
        ...(values["dry-run"] ? ["--dry-run"] : []),
        ...(values["no-auto-renew"] ? ["--no-auto-renew"] : []),
      ];
    }
  } catch {
    // An unknown option, or one without its value.
  }
  throw wrong(`Enter the workspace and a file with one name per line: ${usage}`);
}

await runCommand(async (signal) => {
  const args = readArguments();
  const settings = await readCommandSettings(signal);
  const isOwnRegistry = settings.mode === "sandbox" && !process.env.EPP_HOST;
  const registryPort = readRunFile(path.join(settings.dataDir, "run.json"))?.ports?.registry;
  if (isOwnRegistry && !registryPort) {
    throw wrong("Start the sandbox first: the command uses its registry.");
  }
  makeDataFolder(settings.dataDir);
  const secrets = readSecrets({ dataDir: settings.dataDir, hasCards: false });
  process.exitCode = await withDatabase(settings, signal, ({ databaseUrl, env }) => {
    const ownRegistry = isOwnRegistry
      ? childEnvironment({ settings, secrets, databaseUrl, registryPort })
      : {};
    return show("apps/api/src/entry/import-domains.ts", args, {
      env: { ...secrets, ...env, ...ownRegistry },
      signal,
    });
  });
});
