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

// `npm run workspace:erase`, `person:erase` and `person:export`. Uses the database of DATABASE_URL or the embedded one,
// whether or not Zonepost is running.

const entry = "apps/api/src/entry/erasure.ts";
const commands = {
  "workspace:erase": {
    options: ["workspace"],
    asks: "Enter the workspace: npm run workspace:erase -- --workspace wsp_… [--dry-run]",
    failure: "The workspace isn't erased",
  },
  "person:erase": {
    options: ["email", "person"],
    asks: "Enter the person's address or ID: npm run person:erase -- --email anna@example.com [--dry-run]",
    failure: "The person isn't erased",
  },
  "person:export": {
    options: ["email", "person"],
    asks: "Enter the person's address or ID: npm run person:export -- --email anna@example.com",
    failure: "Nothing was exported",
  },
};

const [verb = "", ...rest] = process.argv.slice(2);
const { options: names, asks, failure } = commands[verb];
const isErasure = verb !== "person:export";

function readArguments() {
  const texts = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
  /** @type {import("node:util").ParseArgsOptionsConfig} */
  const options = { ...texts, ...(isErasure && { "dry-run": { type: "boolean" } }) };
  let values;
  try {
    ({ values } = parseArgs({ args: rest, options }));
  } catch {
    // An unknown option, or one without its value.
    throw wrong(asks);
  }
  const given = names.filter((name) => values[name]);
  if (given.length !== 1) {
    throw wrong(asks);
  }
  return [`--${given[0]}`, values[given[0]], ...(values["dry-run"] ? ["--dry-run"] : [])];
}

await runCommand(async (signal) => {
  const args = [verb, ...readArguments()];
  const settings = await readCommandSettings(signal);
  await run(entry, [...args, "--check"], { env: commandEnvironment(), signal, failure });
  const keys = isErasure ? readEncryptionKeys(settings.dataDir) : {};
  const lines = await withDatabase(settings, signal, ({ env, runningPanelUrl }) => {
    const PANEL_URL = process.env.PANEL_URL || runningPanelUrl || settings.panelUrl;
    return run(entry, args, { env: { ...env, ...keys, PANEL_URL }, signal, failure });
  });
  process.stdout.write(lines);
});
