import { readCommandSettings, run, runCommand, withDatabase } from "./operator-command.mjs";

// `npm run registry:messages -- --limit 20`: prints the balances and the latest messages of the registries.

await runCommand(async (signal) => {
  const settings = await readCommandSettings(signal);
  const failure = "The messages could not be read";
  const lines = await withDatabase(settings, signal, ({ env }) =>
    run("apps/api/src/entry/registry-messages.ts", process.argv.slice(2), { env, signal, failure }),
  );
  process.stdout.write(lines);
});
