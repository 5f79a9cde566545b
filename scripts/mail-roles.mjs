import { readCommandSettings, run, runCommand, withDatabase } from "./operator-command.mjs";

// `npm run mail:roles`: creates the database roles of the mail hosts, or gives them new passwords, and prints their
// addresses. Uses the database of DATABASE_URL or the embedded one, whether or not Zonepost is running.

await runCommand(async (signal) => {
  const settings = await readCommandSettings(signal);
  const failure = "The roles of the mail hosts weren't created";
  process.stdout.write(
    await withDatabase(settings, signal, ({ env }) =>
      run("packages/db/src/entry/create-mail-roles.ts", [], { env, signal, failure }),
    ),
  );
});
