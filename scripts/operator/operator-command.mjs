import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { startEmbeddedServer } from "../../packages/embedded-postgres/src/embedded-server.mjs";
import { makeDataFolder, OperatorError } from "../../packages/embedded-postgres/src/host.mjs";
import { install } from "../install.mjs";
import { takeLock } from "../lock-file.mjs";
import { node, root } from "../project.mjs";
import { readRunFile } from "../supervisor/run-file.mjs";
import { readSecretsFile, secretsPath, secretWithRetired } from "../supervisor/secrets-file.mjs";
import { readSettings, wrong } from "../supervisor/settings.mjs";

// What the operator's commands share: they use the database of DATABASE_URL or the embedded one, whether or not Zonepost
// is running.

export { wrong };

/** Runs an entry and returns its output. */
export async function run(entry, args, { env, signal, failure }) {
  const child = spawn(node, [entry, ...args], { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => (stdout += chunk));
  child.stderr.on("data", (chunk) => (stderr += chunk));
  const code = await exitCodeOf(child, signal);
  if (code === 0) {
    return stdout;
  }
  if (code === 2) {
    throw wrong(stderr.trim());
  }
  const said = /error(?: \[\w+\])?: *(.*\S)/i.exec(stderr)?.[1] ?? stderr.trim().split("\n").at(-1);
  const reason = said || `exit code ${code}`;
  throw new OperatorError(`${failure}: ${reason}`);
}

/** Runs an entry that shows its output as it comes, and returns its exit code. */
export const show = (entry, args, { env, signal, stdin = /** @type {"ignore" | "inherit"} */ ("ignore") }) =>
  exitCodeOf(spawn(node, [entry, ...args], { cwd: root, env, stdio: [stdin, "inherit", "inherit"] }), signal);

async function exitCodeOf(child, signal) {
  const kill = () => child.kill("SIGKILL");
  signal.addEventListener("abort", kill, { once: true });
  const code = await new Promise((resolve, reject) => {
    child.once("error", (error) => reject(new OperatorError(`${node} cannot be started: ${error.message}`)));
    child.once("close", resolve);
  });
  signal.throwIfAborted();
  return code;
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

/** The address of the database, which runs until `release`. */
export async function reachDatabase({ databaseUrl, directUrl, dataDir, apiUrl, panelUrl }, signal) {
  if (databaseUrl) {
    // Past any pooler: a command is one session.
    return { databaseUrl: directUrl, release: () => {} };
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

/** Installs what is missing and brings the database to this version, then does the work on it. */
export async function withDatabase(settings, signal, work) {
  const { databaseUrl, release, ...running } = await reachDatabase(settings, signal);
  try {
    /** @type {NodeJS.ProcessEnv} */
    const env = { ...commandEnvironment(), DATABASE_URL: databaseUrl };
    delete env.DATABASE_DIRECT_URL;
    const migration = { env, signal, failure: "The database could not be brought to this version" };
    await run("packages/db/src/entry/migrate.ts", [], migration);
    return await work({ databaseUrl, env, ...running });
  } finally {
    await release();
  }
}

/**
 * The key and the retired ones, as variables: from the environment, or from the file that the first start of the
 * installation has made.
 */
export function readEncryptionKeys(dataDir) {
  const keys = secretWithRetired("ENCRYPTION_KEY", readSecretsFile(dataDir));
  if (!keys.ENCRYPTION_KEY) {
    throw new OperatorError(
      `There is no ENCRYPTION_KEY in ${secretsPath(dataDir)}. Run this where the installation runs, or set ENCRYPTION_KEY.`,
    );
  }
  return keys;
}

/** @returns {NodeJS.ProcessEnv} */
export const commandEnvironment = () => ({
  ...process.env,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(root, ".cache/node"),
});

export async function readCommandSettings(signal) {
  const settings = await readSettings({ isDevelopment: false });
  await install({ log: (line) => console.error(line), signal });
  return settings;
}

/** Does the work until a signal arrives; an error ends the process with its exit code. */
export async function runCommand(work) {
  const stopping = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(name, () => stopping.abort(new OperatorError("Stopped.")));
  }
  try {
    await work(stopping.signal);
  } catch (error) {
    console.error(error.publicMessage ?? error);
    process.exitCode = error.exitCode ?? 1;
  }
}
