import {
  commandEnvironment,
  readCommandSettings,
  readEncryptionKeys,
  run,
  runCommand,
  wrong,
} from "./operator-command.mjs";

// `npm run mail:agent-key`: prints the key that the mail agents open DKIM keys with. It is derived from ENCRYPTION_KEY, and
// opens none of the installation's other secrets.

await runCommand(async (signal) => {
  if (process.argv.length > 2) {
    throw wrong("npm run mail:agent-key has no options.");
  }
  const { dataDir } = await readCommandSettings(signal);
  const env = { ...commandEnvironment(), ...readEncryptionKeys(dataDir) };
  const failure = "The mail agent's key wasn't printed";
  process.stdout.write(
    await run("packages/secret-box/src/entry/print-mail-agent-key.ts", [], { env, signal, failure }),
  );
});
