import { parseArgs } from "node:util";
import {
  readCommandSettings,
  readEncryptionKeys,
  runCommand,
  show,
  withDatabase,
  wrong,
} from "./operator-command.mjs";

// `npm run secrets:rewrap`: encrypts everything again that a retired encryption key has encrypted; `-- --count` only
// counts by key. Uses the database of DATABASE_URL or the embedded one, whether or not Zonepost is running.

function readArguments() {
  try {
    parseArgs({ options: { count: { type: "boolean" } } });
  } catch {
    throw wrong("Unknown option. npm run secrets:rewrap -- [--count]");
  }
  return process.argv.slice(2);
}

await runCommand(async (signal) => {
  const options = readArguments();
  const settings = await readCommandSettings(signal);
  const keys = readEncryptionKeys(settings.dataDir);
  process.exitCode = await withDatabase(settings, signal, ({ env }) =>
    show("apps/api/src/entry/rewrap-secrets.ts", options, { env: { ...env, ...keys }, signal }),
  );
});
