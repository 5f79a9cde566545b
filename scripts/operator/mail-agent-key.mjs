import fs from "node:fs";
import path from "node:path";
import { OperatorError } from "../../packages/db/src/host.mjs";
import { commandEnvironment, readCommandSettings, run, runCommand, wrong } from "./operator-command.mjs";

// `npm run mail:agent-key`: prints the key that the mail agents open DKIM keys with. It is derived from ENCRYPTION_KEY, and
// opens none of the installation's other secrets.

/** From the environment, or from the file that the first start of the installation has made. */
function readEncryptionKey(dataDir) {
  if (process.env.ENCRYPTION_KEY) {
    return process.env.ENCRYPTION_KEY;
  }
  const file = path.join(dataDir, "secrets.json");
  if (!fs.existsSync(file)) {
    throw new OperatorError(
      `There is no ${file}. Run this where the installation runs, or set ENCRYPTION_KEY.`,
    );
  }
  return JSON.parse(fs.readFileSync(file, "utf8")).ENCRYPTION_KEY;
}

await runCommand(async (signal) => {
  if (process.argv.length > 2) {
    throw wrong("npm run mail:agent-key has no options.");
  }
  const { dataDir } = await readCommandSettings(signal);
  const env = { ...commandEnvironment(), ENCRYPTION_KEY: readEncryptionKey(dataDir) };
  const failure = "The mail agent's key wasn't printed";
  process.stdout.write(
    await run("packages/secret-box/src/entry/print-mail-agent-key.ts", [], { env, signal, failure }),
  );
});
