import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import {
  listBackups,
  noteRestored,
  secretsFolderOf,
  verifyBackup,
} from "../../packages/embedded-postgres/src/backup-folder.mjs";
import { renameDurably, writeDurably } from "../../packages/embedded-postgres/src/durable-files.mjs";
import { embeddedMajor, restoringFolder } from "../../packages/embedded-postgres/src/embedded-server.mjs";
import { makeDataFolder, OperatorError, reason } from "../../packages/embedded-postgres/src/host.mjs";
import { chooseBackup, restoreBackup } from "../../packages/embedded-postgres/src/restore-backup.mjs";
import { takeLock } from "../lock-file.mjs";
import {
  commandEnvironment,
  readCommandSettings,
  run,
  runCommand,
  withDatabase,
  wrong,
} from "./operator-command.mjs";

// `npm run restore -- --from DIR --data DIR`: restores a backup of `npm run backup` to a new data folder, in quarantine.
// `npm run restore -- --mark`: puts a database that another tool restored in quarantine. See docs/backup.md.

const usage =
  "npm run restore -- --from DIR --data DIR [--until 2026-12-01T10:00:00Z] [--secrets FILE], or npm run restore -- --mark";
const entry = "packages/db/src/entry/start-quarantine.ts";
const quarantineFailure = "The restored database couldn't be put in quarantine";

function readUntil(text) {
  if (text === undefined) {
    return undefined;
  }
  const isTime =
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(text) &&
    !Number.isNaN(Date.parse(text));
  if (!isTime) {
    throw wrong(`--until=${text} isn't a time with a time zone, such as 2026-12-01T10:00:00Z.`);
  }
  const until = new Date(text);
  if (until > new Date()) {
    throw wrong(`--until=${text} is in the future.`);
  }
  return until;
}

function readArguments() {
  let values;
  try {
    ({ values } = parseArgs({
      options: {
        from: { type: "string" },
        data: { type: "string" },
        until: { type: "string" },
        secrets: { type: "string" },
        mark: { type: "boolean", default: false },
      },
    }));
  } catch {
    throw wrong(`Unknown option, or one without its value. ${usage}`);
  }
  if (values.mark ? values.from || values.data || values.secrets : !values.from || !values.data) {
    throw wrong(`Enter the folder of the backups and the new data folder: ${usage}`);
  }
  return {
    ...values,
    from: path.resolve(values.from ?? ""),
    dataDir: path.resolve(values.data ?? ""),
    until: readUntil(values.until),
    secrets: values.secrets && path.resolve(values.secrets),
  };
}

const say = (line) => console.error(line);

/** A folder of backups, or one of them. */
function findBackup({ from, until }) {
  const isOne = fs.existsSync(path.join(from, "manifest.json"));
  const folder = isOne ? path.dirname(from) : from;
  let backups;
  try {
    backups = listBackups(folder);
  } catch (cause) {
    throw cause instanceof OperatorError
      ? cause
      : new OperatorError(
          `${folder} can't be read: ${cause.code === "ENOENT" ? "there is no such folder" : reason(cause)}.`,
          { cause },
        );
  }
  const candidates = isOne ? backups.filter(({ name }) => name === path.basename(from)) : backups;
  return { folder, backup: chooseBackup(candidates, until) };
}

function requireVersion({ manifest }) {
  const made = manifest.postgresVersion.split(".")[0];
  if (made !== embeddedMajor()) {
    throw new OperatorError(
      `This backup is of PostgreSQL ${made}, but this version has ${embeddedMajor()}. Restore with Zonepost ${manifest.version}, which made it.`,
    );
  }
}

const ownSecrets = "secrets.json";

/** Only an earlier restore may have left something there. */
function requireEmpty(dataDir, postgresDir) {
  const draft = path.basename(restoringFolder(postgresDir));
  const names = fs.existsSync(dataDir) ? fs.readdirSync(dataDir) : [];
  const isLeft = names.includes(draft);
  const others = names.filter(
    (name) => !(/^supervisor\.lock/.test(name) || name === draft || (isLeft && name === ownSecrets)),
  );
  if (others.length > 0) {
    throw new OperatorError(
      `${dataDir} isn't empty (${others[0]}). A restore needs a new folder; it never replaces data.`,
    );
  }
}

function findSecrets({ secrets }, folder, { name }) {
  const file = secrets ?? path.join(secretsFolderOf(folder), `${name}.json`);
  try {
    return fs.readFileSync(file);
  } catch (cause) {
    if (secrets || cause.code !== "ENOENT") {
      throw new OperatorError(`${file} can't be read: ${reason(cause)}.`, { cause });
    }
    return undefined;
  }
}

/** No backup may be deleted meanwhile. A copy of the folder may be read-only, and then no one deletes from it. */
function lockBackups(folder) {
  let lock;
  try {
    lock = takeLock(path.join(folder, "backup.lock"));
  } catch {
    return () => {};
  }
  if (!lock.release) {
    throw new OperatorError(`A backup into ${folder} is running (process ${lock.holder.pid}). Wait for it.`);
  }
  return lock.release;
}

async function restore(options, signal) {
  const { dataDir, until } = options;
  const postgresDir = path.join(dataDir, "postgres");
  requireEmpty(dataDir, postgresDir);
  const { folder, backup } = findBackup(options);
  requireVersion(backup);
  const secrets = findSecrets(options, folder, backup);
  makeDataFolder(dataDir);
  const dataLock = takeLock(path.join(dataDir, "supervisor.lock"), { apiUrl: "none", panelUrl: "none" });
  if (!dataLock.release) {
    throw new OperatorError(`${dataDir} is in use (process ${dataLock.holder.pid}).`);
  }
  let releaseBackups;
  try {
    releaseBackups = lockBackups(folder);
    say(`verifying ${backup.folder}`);
    await verifyBackup(backup, signal);
    let hasRightKeys = true;
    const { lastTransactionAt, finish } = await restoreBackup({
      backup,
      dataDir: postgresDir,
      until,
      log: say,
      signal,
      settle: async (server, found) => {
        say("bringing the database to this version, and putting it in quarantine");
        const env = {
          ...commandEnvironment(),
          PGHOST: server.socketFolder,
          PGPORT: String(server.port),
          PGUSER: "zonepost",
          PGSSLMODE: undefined,
          DATABASE_URL: "postgres:///zonepost",
          DATABASE_DIRECT_URL: "",
        };
        const failure = "The restored database could not be brought to this version";
        await run("packages/db/src/entry/migrate.ts", [], { env, signal, failure });
        const restoredTo = until?.toISOString() ?? found.lastTransactionAt;
        const args = [
          `--backup-taken-at=${backup.manifest.finishedAt}`,
          ...(restoredTo ? [`--restored-to=${restoredTo}`] : []),
        ];
        await run(entry, args, { env, signal, failure: quarantineFailure });
        hasRightKeys = secrets === undefined || (await opens(secrets, { env, signal }));
      },
    });
    if (secrets) {
      const draft = path.join(restoringFolder(postgresDir), ownSecrets);
      writeDurably(draft, secrets);
      renameDurably(draft, path.join(dataDir, ownSecrets));
    }
    finish();
    note(backup);
    const keys = secrets === undefined ? "missing" : hasRightKeys ? "right" : "wrong";
    report({ dataDir, backup, lastTransactionAt, keys, folder });
  } finally {
    releaseBackups?.();
    dataLock.release();
  }
}

/** Whether these keys decrypt the secrets in the restored database, as those of before a rotation don't. */
async function opens(secrets, { env, signal }) {
  try {
    const { ENCRYPTION_KEY } = JSON.parse(secrets.toString());
    await run("apps/api/src/entry/check-keys.ts", [], {
      env: { ...env, ENCRYPTION_KEY },
      signal,
      failure: "The keys can't be checked",
    });
    return true;
  } catch (error) {
    signal.throwIfAborted();
    say(error.publicMessage ?? "secrets.json isn't JSON.");
    return false;
  }
}

function note(backup) {
  try {
    noteRestored(backup, new Date());
  } catch (error) {
    say(`${backup.folder} couldn't be marked as restored: ${reason(error)}.`);
  }
}

/** What to do about the keys before the start. */
const keySteps = {
  right: () => [],
  missing: ({ dataDir, folder }) => [
    `put secrets.json into ${dataDir}, or set ENCRYPTION_KEY and AUTH_SECRET: ${secretsFolderOf(folder)} has no keys of this backup`,
  ],
  wrong: ({ dataDir }) => [
    `replace ${path.join(dataDir, ownSecrets)}, whose ENCRYPTION_KEY doesn't decrypt this database: the key was replaced between this backup and that time, so take the keys of the next backup`,
  ],
};

function report({ dataDir, backup, lastTransactionAt, keys, folder }) {
  const { version, commit } = backup.manifest;
  console.log(`Restored ${dataDir} from ${backup.folder}, made by Zonepost ${version}${commit ? ` (${commit.slice(0, 8)})` : ""}.
Its last change is of ${lastTransactionAt ?? backup.manifest.finishedAt}.
It is in quarantine: it sends nothing, and only operators sign in.

Next:
${[
  ...keySteps[keys]({ dataDir, folder }),
  `start it: DATA_DIR=${dataDir} npm start`,
  `see what it would send: DATA_DIR=${dataDir} npm run quarantine`,
  `if it replaces the original, which must be stopped for good, release it: DATA_DIR=${dataDir} npm run quarantine:release`,
  "then back it up to a new folder",
]
  .map((line, at) => `  ${at + 1}. ${line}`)
  .join("\n")}`);
}

async function mark({ until }, settings, signal) {
  if (!settings.databaseUrl) {
    throw wrong("--mark is for a server of your own: set DATABASE_URL to the restored database.");
  }
  const env = { ...commandEnvironment(), DATABASE_URL: settings.directUrl };
  await run(entry, ["--check"], { env, signal, failure: "The database wasn't put in quarantine" });
  await withDatabase(settings, signal, ({ env: migrated }) =>
    run(entry, until ? [`--restored-to=${until.toISOString()}`] : [], {
      env: migrated,
      signal,
      failure: quarantineFailure,
    }),
  );
  console.log(
    "The database is in quarantine. Start Zonepost on it, and see npm run quarantine and npm run quarantine:release.",
  );
}

await runCommand(async (signal) => {
  const options = readArguments();
  const settings = await readCommandSettings(signal);
  await (options.mark ? mark(options, settings, signal) : restore(options, signal));
});
