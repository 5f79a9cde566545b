import { parseArgs } from "node:util";
import {
  commandEnvironment,
  readCommandSettings,
  readEncryptionKeys,
  run,
  runCommand,
  withDatabase,
  wrong,
} from "./operator-command.mjs";

// `npm run operator:grant -- --email anna@example.com`, `operator:revoke` and `operator:list`: who may decide about the
// installation's payments. Uses the database of DATABASE_URL or the embedded one, whether or not Zonepost is running.

const entry = "apps/api/src/entry/operators.ts";
const failures = {
  grant: "No operator was added",
  revoke: "No operator was removed",
  list: "The operators can't be listed",
};

const [verb = "", ...rest] = process.argv.slice(2);

function readArguments() {
  try {
    if (verb === "list") {
      parseArgs({ args: rest, options: {} });
      return [];
    }
    const { values } = parseArgs({ args: rest, options: { email: { type: "string" } } });
    if (values.email) {
      return ["--email", values.email];
    }
  } catch {
    // An unknown option, or one without its value.
  }
  throw wrong(
    verb === "list"
      ? "npm run operator:list has no options."
      : `Enter the person's address: npm run operator:${verb} -- --email anna@example.com`,
  );
}

await runCommand(async (signal) => {
  const args = [verb, ...readArguments()];
  const settings = await readCommandSettings(signal);
  const failure = failures[verb];
  await run(entry, [...args, "--check"], { env: commandEnvironment(), signal, failure });
  const keys = verb === "list" ? {} : readEncryptionKeys(settings.dataDir);
  const lines = await withDatabase(settings, signal, ({ env }) =>
    run(entry, args, { env: { ...env, ...keys }, signal, failure }),
  );
  process.stdout.write(lines);
});
