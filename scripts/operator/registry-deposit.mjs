import { readCommandSettings, run, runCommand, withDatabase } from "./operator-command.mjs";

// `npm run registry:deposit -- --registrar primary --amount 500.00`: posts money that was paid to a registry.

await runCommand(async (signal) => {
  const settings = await readCommandSettings(signal);
  const failure = "The deposit could not be recorded";
  const line = await withDatabase(settings, signal, ({ env }) =>
    run("apps/api/src/entry/registry-deposit.ts", process.argv.slice(2), { env, signal, failure }),
  );
  process.stdout.write(line);
});
