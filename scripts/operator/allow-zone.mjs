import { parseArgs } from "node:util";
import {
  commandEnvironment,
  readCommandSettings,
  run,
  runCommand,
  withDatabase,
  wrong,
} from "./operator-command.mjs";

// `npm run zones:allow -- example.com anna@example.com`: lets a workspace create one zone without proving the name. Uses
// the database of DATABASE_URL or the embedded one, whether or not Zonepost is running.

const entry = "apps/api/src/entry/allow-zone.ts";
const failure = "The zone wasn't allowed";

function readArguments() {
  try {
    const { positionals } = parseArgs({ allowPositionals: true });
    if (positionals.length === 2) {
      return positionals;
    }
  } catch {
    // An option, of which there are none.
  }
  throw wrong(
    "Enter the zone's name, and the workspace's ID or its owner's address: npm run zones:allow -- example.com anna@example.com",
  );
}

await runCommand(async (signal) => {
  const args = readArguments();
  const settings = await readCommandSettings(signal);
  await run(entry, [...args, "--check"], { env: commandEnvironment(), signal, failure });
  process.stdout.write(
    await withDatabase(settings, signal, ({ env }) => run(entry, args, { env, signal, failure })),
  );
});
