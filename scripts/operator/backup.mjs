import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import {
  archiveAll,
  readArchive,
  startArchive,
  stopArchive,
} from "../../packages/embedded-postgres/src/archive.mjs";
import {
  beginBackup,
  completeBackup,
  deleteOldBackups,
  keepSecrets,
  listBackups,
  nameOfBackup,
  secretsFolderOf,
} from "../../packages/embedded-postgres/src/backup-folder.mjs";
import { describeServer, takeBaseBackup } from "../../packages/embedded-postgres/src/base-backup.mjs";
import { makeFolders, OperatorError, reason } from "../../packages/embedded-postgres/src/host.mjs";
import { openPostgresSession } from "../../packages/embedded-postgres/src/postgres-session.mjs";
import { takeLock } from "../lock-file.mjs";
import {
  commandEnvironment,
  reachDatabase,
  readCommandSettings,
  run,
  runCommand,
  wrong,
} from "./operator-command.mjs";
import { checkOwnBackup, describeTools } from "./own-backup.mjs";

// `npm run backup -- --to DIR`: copies the embedded database while it's in use, and archives its write-ahead log from then
// on. With a server of your own, `npm run backup -- --check DIR_OR_FILE` checks what its tool wrote. See docs/backup.md.

const usage =
  "npm run backup -- --to DIR [--keep 7] [--secrets-to DIR | --without-secrets] [--once | --move-archive]";
const keptByDefault = 7;

function readArguments() {
  let values;
  try {
    ({ values } = parseArgs({
      options: {
        to: { type: "string" },
        keep: { type: "string", default: String(keptByDefault) },
        "secrets-to": { type: "string" },
        "without-secrets": { type: "boolean", default: false },
        once: { type: "boolean", default: false },
        "move-archive": { type: "boolean", default: false },
        "stop-archive": { type: "boolean", default: false },
        check: { type: "string" },
      },
    }));
  } catch {
    throw wrong(`Unknown option, or one without its value. ${usage}`);
  }
  if ([values.to, values.check, values["stop-archive"] || undefined].filter(Boolean).length !== 1) {
    throw wrong(`Enter the folder for backups: ${usage}`);
  }
  if (!/^[1-9]\d{0,3}$/.test(values.keep)) {
    throw wrong(`--keep=${values.keep} isn't a number from 1 to 9999.`);
  }
  if (values["secrets-to"] && values["without-secrets"]) {
    throw wrong("--secrets-to and --without-secrets exclude each other.");
  }
  if (values.once && values["move-archive"]) {
    throw wrong("--once and --move-archive exclude each other.");
  }
  return {
    folder: path.resolve(values.to ?? "."),
    kept: Number(values.keep),
    secretsTo: values["secrets-to"] && path.resolve(values["secrets-to"]),
    hasSecrets: !values["without-secrets"],
    isOnce: values.once,
    mayMove: values["move-archive"],
    isEnd: values["stop-archive"],
    checked: values.check && path.resolve(values.check),
  };
}

const say = (line) => console.error(line);
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

/** As root, another user's PostgreSQL enters it for the archive; what is in it is closed. */
function makeFolder(folder, isEntered = false) {
  try {
    const mode = isEntered && process.getuid?.() === 0 ? 0o711 : 0o700;
    for (const made of makeFolders(folder, mode)) {
      fs.chmodSync(made, mode);
    }
    fs.accessSync(folder, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
  } catch (cause) {
    throw new OperatorError(`${folder} can't be used: ${reason(cause)}.`, { cause });
  }
}

/** Restores choose among a folder's backups by time, so all of them must be of one history. */
function requireSameHistory(folder, { systemIdentifier, timeline }) {
  const last = listBackups(folder).at(-1)?.manifest;
  if (!last || (last.systemIdentifier === systemIdentifier && last.timeline === timeline)) {
    return;
  }
  const other =
    last.systemIdentifier === systemIdentifier
      ? "this installation from before it was restored, or of another restored copy of it"
      : "another installation";
  throw new OperatorError(`${folder} has backups of ${other}. Choose a new folder.`);
}

function chooseArchive({ folder, isOnce, mayMove }, postgresDir) {
  const current = readArchive(postgresDir);
  if (isOnce) {
    if (current === folder) {
      throw wrong(`--once is for other folders: the write-ahead log is archived to ${folder}.`);
    }
    return;
  }
  if (current !== undefined && current !== folder && !mayMove) {
    throw wrong(
      `The write-ahead log is archived to ${current}. For one backup elsewhere, add --once; to archive to ${folder} from now on, add --move-archive.`,
    );
  }
  startArchive({ dataDir: postgresDir, folder });
}

const literal = (text) => `'${text.replaceAll("'", "''")}'`;

/** A fact of the installation, which `npm run doctor` reads. A database from before 0.1.0 has no table for it. */
async function noteBackup(session, { takenAt, folder }) {
  const value = literal(JSON.stringify({ takenAt, folder, kind: "embedded" }));
  try {
    await session.query(
      `insert into public.installation (key, value) values ('backup', ${value})
       on conflict (key) do update set value = excluded.value`,
    );
  } catch (error) {
    if (error.code !== "42P01") {
      throw error;
    }
  }
}

function progress() {
  let lastMs = Date.now();
  return (bytes, totalBytes) => {
    if (Date.now() - lastMs > 5000) {
      lastMs = Date.now();
      say(`copied ${megabytes(bytes)} of about ${megabytes(totalBytes)}`);
    }
  };
}

/** In one line, what the disk or PostgreSQL reported. */
function describeFailure(error, folder) {
  if (error.publicMessage || !error.code) {
    return error;
  }
  const isFull = error.code === "ENOSPC" || error.code === "EDQUOT";
  const remedy = isFull ? " Free space, or keep fewer with --keep." : "";
  return new OperatorError(
    `The backup to ${folder} failed: ${reason(error)}. Earlier backups are unchanged.${remedy}`,
    { cause: error },
  );
}

/** Copies the cluster, and returns the complete backup. */
async function copy({ options, settings, server, serverFacts, signal }) {
  const { folder } = options;
  const draft = beginBackup(folder);
  try {
    say(`copying the database to ${folder}`);
    const base = await takeBaseBackup({ server, folder: draft, onProgress: progress(), signal });
    const { version, commit = null } = settings;
    const manifest = {
      format: /** @type {const} */ (1),
      version,
      commit,
      platform: `${process.platform}-${process.arch}`,
      ...serverFacts,
      ...base,
      isArchived: !options.isOnce,
    };
    const secretsFile = copySecrets({ options, settings, name: nameOfBackup(manifest) });
    return { backup: completeBackup(draft, manifest), secretsFile };
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true });
    throw describeFailure(error, folder);
  }
}

function copySecrets({ options, settings, name }) {
  const from = path.join(settings.dataDir, "secrets.json");
  if (!options.hasSecrets || !fs.existsSync(from)) {
    return undefined;
  }
  const folder = options.secretsTo ?? secretsFolderOf(options.folder);
  makeFolder(folder);
  return keepSecrets({ from, folder, name });
}

async function backUp({ options, settings, postgresDir, databaseUrl, signal }) {
  const { port, password } = new URL(databaseUrl);
  const server = { port: Number(port), password: decodeURIComponent(password) };
  const session = await openPostgresSession({
    ...server,
    user: "postgres",
    database: "zonepost",
    timeoutMs: 0,
  });
  try {
    const { canArchive, ...serverFacts } = await describeServer(server);
    requireSameHistory(options.folder, serverFacts);
    chooseArchive(options, postgresDir);
    // For the last changes of a quiet hour: an unfinished segment isn't archived.
    await session.query("alter system set archive_timeout = '60s'");
    await session.query("select pg_reload_conf()");
    const { backup, secretsFile } = await copy({ options, settings, server, serverFacts, signal });
    const { finishedAt, files, clusterBytes } = backup.manifest;
    const writtenBytes = Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0);
    console.log(
      `Backup  ${backup.folder} (${megabytes(writtenBytes)} for a database of ${megabytes(clusterBytes)})`,
    );
    await noteBackup(session, { takenAt: finishedAt, folder: backup.folder });
    console.log(describeSecrets(options, secretsFile));
    removeOld(options);
    if (options.isOnce) {
      return console.log(`Until   a restore reaches ${finishedAt}`);
    }
    if (!canArchive) {
      return console.log("Until   a restore reaches later times once Zonepost has been restarted");
    }
    await archiveAll(session, options.folder, signal);
    console.log(`Until   a restore reaches any time from ${finishedAt} on, up to the last minute`);
  } finally {
    session.close();
  }
}

function describeSecrets({ hasSecrets, secretsTo }, file) {
  if (file === undefined) {
    return hasSecrets
      ? "Keys    there is no secrets.json; back up the keys of your environment"
      : "Keys    not copied; the backup is of no use without secrets.json";
  }
  return secretsTo === undefined
    ? `Keys    ${file}; keep a copy elsewhere, since they decrypt what is in the backup`
    : `Keys    ${file}`;
}

function removeOld({ folder, kept, secretsTo }) {
  for (const { name } of deleteOldBackups(folder, kept)) {
    fs.rmSync(path.join(secretsTo ?? secretsFolderOf(folder), `${name}.json`), { force: true });
    console.log(`Deleted ${path.join(folder, name)}`);
  }
}

/** For a server of the operator's, which PostgreSQL's tools back up. */
async function checkOwn({ options, settings, signal }) {
  if (!settings.databaseUrl) {
    throw wrong("--check is for a server of your own: set DATABASE_URL to it.");
  }
  const place = options.checked;
  say(`reading all of ${place}`);
  const { takenAt, systemIdentifier, database } = await checkOwnBackup(place, signal);
  const args = [
    `--taken-at=${takenAt.toISOString()}`,
    `--folder=${place}`,
    ...(systemIdentifier ? [`--system-identifier=${systemIdentifier}`] : []),
    ...(database ? [`--database=${database}`] : []),
  ];
  const env = { ...commandEnvironment(), DATABASE_URL: settings.directUrl };
  const failure = `${place} can't be used`;
  await run("packages/db/src/entry/note-backup.ts", args, { env, signal, failure });
  const name = takenAt.toISOString().replaceAll(":", "-");
  const secretsFile = copySecrets({ options: { ...options, folder: path.dirname(place) }, settings, name });
  console.log(`Backup  ${place} is complete (${takenAt.toISOString()})`);
  console.log(describeSecrets(options, secretsFile));
}

await runCommand(async (signal) => {
  const options = readArguments();
  const settings = await readCommandSettings(signal);
  if (options.checked) {
    return checkOwn({ options, settings, signal });
  }
  if (settings.databaseUrl) {
    throw wrong(describeTools(settings.databaseUrl));
  }
  const postgresDir = path.join(settings.dataDir, "postgres");
  if (!fs.existsSync(path.join(postgresDir, "cluster"))) {
    throw new OperatorError(
      `There is no database in ${settings.dataDir}. Set DATA_DIR to the installation's.`,
    );
  }
  if (options.isEnd) {
    const folder = readArchive(postgresDir);
    stopArchive(postgresDir);
    console.log(
      folder
        ? `The write-ahead log is no longer archived to ${folder}.`
        : "The write-ahead log isn't archived.",
    );
    return;
  }
  makeFolder(options.folder, true);
  const lock = takeLock(path.join(options.folder, "backup.lock"));
  if (!lock.release) {
    throw new OperatorError(
      `Another backup or restore is using ${options.folder} (process ${lock.holder.pid}).`,
    );
  }
  try {
    const { databaseUrl, release } = await reachDatabase(settings, signal);
    try {
      await backUp({ options, settings, postgresDir, databaseUrl, signal });
    } finally {
      await release();
    }
  } finally {
    lock.release();
  }
});
