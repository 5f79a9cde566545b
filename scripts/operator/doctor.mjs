import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { isRunning } from "../../packages/embedded-postgres/src/host.mjs";
import { install } from "../install.mjs";
import { readRunFile } from "../supervisor/run-file.mjs";
import { childEnvironment, readSecrets, readSettings } from "../supervisor/settings.mjs";
import { commandEnvironment, reachDatabase, runCommand, show, wrong } from "./operator-command.mjs";

// `npm run doctor -- [--json]`: checks the installation as it is configured, whether or not it is running, and says what to
// do about each finding. Changes nothing; an embedded database that isn't running runs meanwhile.

const entry = "apps/api/src/entry/doctor.ts";

function readArguments() {
  try {
    const { values } = parseArgs({ options: { json: { type: "boolean" } } });
    return values.json ? ["--json"] : [];
  } catch {
    throw wrong("npm run doctor has one option: --json");
  }
}

const messageOf = (error) => error.publicMessage ?? String(error);

/** Invalid settings are a finding. */
const readSettingsIfValid = () =>
  readSettings({ isDevelopment: false }).then(
    (settings) => ({ settings, mistakes: [] }),
    (error) => ({ settings: undefined, mistakes: [messageOf(error).replace(/\.$/, "")] }),
  );

const nothing = { databaseUrl: undefined, release: () => {} };

/** The database's address, or why there is none. */
async function findDatabase(settings, signal) {
  const { dataDir, databaseUrl } = settings;
  if (!databaseUrl && !fs.existsSync(path.join(dataDir, "postgres"))) {
    const message = `There is no database in ${dataDir} yet.`;
    const fix = "The first npm start creates it. To use your own server, set DATABASE_URL.";
    return { ...nothing, database: { state: "skipped", message, fix } };
  }
  try {
    const reached = await reachDatabase(settings, signal);
    // With your own server, the doctor looks at both addresses.
    return { ...reached, databaseUrl: databaseUrl ?? reached.databaseUrl, database: null };
  } catch (error) {
    signal.throwIfAborted();
    const fix = "See postgres.log and the other logs in the data folder, then run the doctor again.";
    return { ...nothing, database: { state: "failed", message: messageOf(error), fix } };
  }
}

/** What `npm start` would give its processes. */
function environmentFor(settings, databaseUrl, run) {
  const secrets = readSecrets(settings, { isStored: false });
  // Port 0 stands for the sandbox's own when it isn't running, which the doctor then doesn't look at.
  const { registry: registryPort = 0, cards: cardsPort = settings.hasCards ? 0 : undefined } =
    run?.ports ?? {};
  return childEnvironment({ settings, secrets, databaseUrl, registryPort, cardsPort });
}

await runCommand(async (signal) => {
  const args = readArguments();
  await install({ log: (line) => console.error(line), signal });
  const { settings, mistakes } = await readSettingsIfValid();
  if (!settings) {
    const known = JSON.stringify({ mistakes });
    process.exitCode = await show(entry, [...args, "--known", known], { env: commandEnvironment(), signal });
    return;
  }
  const run = readRunFile(path.join(settings.dataDir, "run.json"));
  const { databaseUrl, database, release } = await findDatabase(settings, signal);
  try {
    const known = JSON.stringify({ database, isRunning: Boolean(run?.pids.supervisor.some(isRunning)) });
    const env = { ...commandEnvironment(), ...environmentFor(settings, databaseUrl, run) };
    process.exitCode = await show(entry, [...args, "--known", known], { env, signal });
  } finally {
    await release();
  }
});
