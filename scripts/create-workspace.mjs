import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { startEmbeddedServer } from "../packages/db/src/embedded-server.mjs";
import { makeDataFolder, OperatorError } from "../packages/db/src/host.mjs";
import { install } from "./install.mjs";
import { takeLock } from "./lock-file.mjs";
import { node, root } from "./project.mjs";
import { readRunFile } from "./supervisor/run-file.mjs";
import { readSettings } from "./supervisor/settings.mjs";

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

const wrong = (message) => Object.assign(new OperatorError(message), { exitCode: 2 });

async function run(entry, args, { env, signal, failure }) {
  const child = spawn(node, [entry, ...args], { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  const kill = () => child.kill("SIGKILL");
  signal.addEventListener("abort", kill, { once: true });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => (stdout += chunk));
  child.stderr.on("data", (chunk) => (stderr += chunk));
  const code = await new Promise((resolve, reject) => {
    child.once("error", (error) => reject(new OperatorError(`${node} cannot be started: ${error.message}`)));
    child.once("close", resolve);
  });
  signal.throwIfAborted();
  if (code === 0) {
    return stdout;
  }
  if (code === 2) {
    throw wrong(stderr.trim());
  }
  const reason = /error(?: \[\w+\])?: *(.*\S)/i.exec(stderr)?.[1] ?? `exit code ${code}`;
  throw new OperatorError(`${failure}: ${reason}`);
}

/** The database of the installation running on this folder, from run.json and the password file. */
function findRunning(dataDir, holder) {
  const port = readRunFile(path.join(dataDir, "run.json"))?.ports?.postgres;
  const passwordFile = path.join(dataDir, "postgres/password");
  if (!port || !fs.existsSync(passwordFile)) {
    throw new OperatorError(
      `Zonepost is running on ${dataDir} (process ${holder.pid}), but its database is elsewhere or not ready. Wait for it, or set DATABASE_URL to the same value.`,
    );
  }
  const url = new URL(`postgres://127.0.0.1:${port}/zonepost`);
  url.username = "zonepost";
  url.password = fs.readFileSync(passwordFile, "utf8").trim();
  return url.href;
}

async function reachDatabase({ databaseUrl, dataDir, apiUrl, panelUrl }, signal) {
  if (databaseUrl) {
    return { databaseUrl, release: () => {} };
  }
  makeDataFolder(dataDir);
  const lock = takeLock(path.join(dataDir, "supervisor.lock"), { apiUrl, panelUrl });
  if (lock.holder) {
    const databaseUrl = findRunning(dataDir, lock.holder);
    return { databaseUrl, runningPanelUrl: lock.holder.panelUrl, release: () => {} };
  }
  try {
    const server = await startEmbeddedServer({
      dataDir: path.join(dataDir, "postgres"),
      log: (line) => console.error(line),
      signal,
    });
    const release = async () => {
      await server.stop();
      lock.release();
    };
    return { databaseUrl: server.url, release };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function createWorkspace(signal) {
  const args = readArguments();
  const settings = await readSettings({ isDevelopment: false });
  if (settings.databaseUrl && !/^postgres(ql)?:\/\//.test(settings.databaseUrl)) {
    throw wrong("DATABASE_URL must be a postgres:// address.");
  }
  await install({ log: (line) => console.error(line), signal });
  const cache = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(root, ".cache/node") };
  /** @type {NodeJS.ProcessEnv} */
  const ownEnv = { ...process.env, ...cache };
  const entry = "apps/api/src/entry/create-workspace.ts";
  const failure = "The workspace could not be made";
  await run(entry, [...args, "--check"], { env: ownEnv, signal, failure });
  const { databaseUrl, runningPanelUrl, release } = await reachDatabase(settings, signal);
  try {
    const panelUrl = process.env.PANEL_URL || runningPanelUrl || settings.panelUrl;
    /** @type {NodeJS.ProcessEnv} */
    const env = { ...ownEnv, DATABASE_URL: databaseUrl, PANEL_URL: panelUrl };
    if (!settings.databaseUrl) {
      delete env.DATABASE_DIRECT_URL;
    }
    const migration = { env, signal, failure: "The database could not be brought to this version" };
    await run("packages/db/src/entry/migrate.ts", [], migration);
    return await run(entry, args, { env, signal, failure });
  } finally {
    await release();
  }
}

const stopping = new AbortController();
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(name, () => stopping.abort(new OperatorError("Stopped.")));
}
try {
  process.stdout.write(await createWorkspace(stopping.signal));
} catch (error) {
  console.error(error.publicMessage ?? error);
  process.exitCode = error.exitCode ?? 1;
}
