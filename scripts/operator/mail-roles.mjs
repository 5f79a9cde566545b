import { parseArgs } from "node:util";
import { readCommandSettings, run, runCommand, withDatabase, wrong } from "./operator-command.mjs";

// `npm run mail:roles`: creates the database roles of the mail hosts, or gives them new passwords, and prints their
// addresses; `-- --keep-passwords` only gives existing ones the rights of this version. Uses the database of
// DATABASE_URL or the embedded one, whether or not Zonepost is running.

function readArguments() {
  try {
    parseArgs({ options: { "keep-passwords": { type: "boolean" } } });
  } catch {
    throw wrong("Unknown option. npm run mail:roles -- [--keep-passwords]");
  }
  return process.argv.slice(2);
}

await runCommand(async (signal) => {
  const options = readArguments();
  const settings = await readCommandSettings(signal);
  const failure = "The roles of the mail hosts weren't created";
  process.stdout.write(
    await withDatabase(settings, signal, ({ env }) =>
      run("packages/db/src/entry/create-mail-roles.ts", options, { env, signal, failure }),
    ),
  );
});
