import { parseArgs } from "node:util";
import {
  commandEnvironment,
  readCommandSettings,
  run,
  runCommand,
  withDatabase,
  wrong,
} from "./operator-command.mjs";

// `npm run workspace:create -- --name "Acme" --owner anna@example.com`: creates a workspace and prints its owner's
// invitation link. Uses the database of DATABASE_URL or the embedded one, whether or not Zonepost is running.

const usage = 'npm run workspace:create -- --name "Acme" --owner anna@example.com';

function readArguments() {
  try {
    const { values } = parseArgs({ options: { name: { type: "string" }, owner: { type: "string" } } });
    if (values.name && values.owner) {
      return ["--name", values.name, "--owner", values.owner];
    }
  } catch {
    // An unknown option, or one without its value.
  }
  throw wrong(`Enter the workspace's name and its owner's address: ${usage}`);
}

async function createWorkspace(signal) {
  const args = readArguments();
  const settings = await readCommandSettings(signal);
  const entry = "apps/api/src/entry/create-workspace.ts";
  const failure = "The workspace wasn't created";
  await run(entry, [...args, "--check"], { env: commandEnvironment(), signal, failure });
  return withDatabase(settings, signal, ({ env, runningPanelUrl }) => {
    const panelUrl = process.env.PANEL_URL || runningPanelUrl || settings.panelUrl;
    return run(entry, args, { env: { ...env, PANEL_URL: panelUrl }, signal, failure });
  });
}

await runCommand(async (signal) => {
  process.stdout.write(await createWorkspace(signal));
});
