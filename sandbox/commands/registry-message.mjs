import {
  readCommandSettings,
  run,
  runCommand,
  withDatabase,
  wrong,
} from "../../scripts/operator/operator-command.mjs";

// `npm run sandbox:registry-message -- low-balance 80.00`: makes the sandbox's registry send a message about no domain.

await runCommand(async (signal) => {
  const settings = await readCommandSettings(signal);
  if (settings.mode !== "sandbox") {
    throw wrong("Only the sandbox's own registry sends messages on request.");
  }
  const failure = "The message could not be queued";
  const line = await withDatabase(settings, signal, ({ env }) =>
    run("sandbox/registry/src/entry/send-message.ts", process.argv.slice(2), { env, signal, failure }),
  );
  process.stdout.write(line);
});
