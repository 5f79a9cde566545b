import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { segmentOf } from "../../packages/embedded-postgres/src/backup-folder.mjs";
import { baseFiles } from "../../packages/embedded-postgres/src/base-backup.mjs";
import { OperatorError, reason } from "../../packages/embedded-postgres/src/host.mjs";
import { verifyCluster } from "../../packages/embedded-postgres/src/restore-backup.mjs";

// What PostgreSQL's own tools wrote for a server of the operator's: whether it's complete and can be read.

/** Their default, and the only size that pg_basebackup's list of files leaves to guess. */
const segmentBytes = 16 * 1024 ** 2;

/**
 * How to back up the server of an address.
 * @param {string} databaseUrl
 */
export function describeTools(databaseUrl) {
  // A socket's address isn't always a URL.
  const known = URL.canParse(databaseUrl) ? new URL(databaseUrl) : undefined;
  const { hostname = "HOST", port = "", username = "", pathname = "/DATABASE" } = known ?? {};
  const at = `--host=${decodeURIComponent(hostname)} --port=${port || 5432} --username=`;
  return `DATABASE_URL is a server of your own. Back it up with the tools of PostgreSQL 18 or later, the whole server or the database:
  pg_basebackup ${at}ROLE --pgdata=DIR --checkpoint=fast --manifest-checksums=SHA256
  pg_dump ${at}${decodeURIComponent(username) || "ROLE"} --format=custom --file=FILE ${pathname.slice(1)}
Then check the result, which also copies the keys: npm run backup -- --check DIR_OR_FILE`;
}

/**
 * Reads all of a backup. Throws an OperatorError if it can't be restored.
 * @param {string} place A folder of pg_basebackup, or what pg_dump wrote.
 * @param {AbortSignal} signal
 * @returns {Promise<{ takenAt: Date, systemIdentifier?: string, database?: string }>}
 */
export async function checkOwnBackup(place, signal) {
  const found = fs.statSync(place, { throwIfNoEntry: false });
  if (!found) {
    throw new OperatorError(`There is no ${place}.`);
  }
  const manifest = path.join(place, baseFiles.manifest);
  return found.isDirectory() && fs.existsSync(manifest)
    ? await checkBase(place, manifest, signal)
    : await checkDump(place, signal);
}

async function checkBase(folder, manifestFile, signal) {
  const versionFile = path.join(folder, "PG_VERSION");
  if (!fs.existsSync(versionFile)) {
    throw new OperatorError(
      `${folder} has archives instead of files. Run pg_basebackup with --format=plain.`,
    );
  }
  requireMajor(folder, fs.readFileSync(versionFile, "utf8").trim());
  const manifest = await verifyCluster(folder, manifestFile, signal);
  for (const range of manifest["WAL-Ranges"]) {
    const segment = segmentOf(range["End-LSN"], { timeline: range.Timeline, segmentBytes });
    if (!fs.existsSync(path.join(folder, "pg_wal", segment))) {
      throw new OperatorError(
        `${folder}/pg_wal has no ${segment}, which the backup needs. Run pg_basebackup with --wal-method=stream.`,
      );
    }
  }
  return {
    takenAt: fs.statSync(manifestFile).mtime,
    systemIdentifier: String(/"System-Identifier": *(\d+)/.exec(fs.readFileSync(manifestFile, "utf8"))?.[1]),
  };
}

function requireMajor(place, version) {
  if (!(Number.parseInt(version, 10) >= 18)) {
    throw new OperatorError(`${place} is of PostgreSQL ${version}, but Zonepost needs 18 or later.`);
  }
}

/** Runs pg_restore, which writes no more than its first lines for us. */
async function runRestore(args, signal) {
  const child = spawn("pg_restore", args, {
    env: { ...process.env, TZ: "UTC", LC_ALL: "C" },
    stdio: ["ignore", "pipe", "pipe"],
    signal,
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (part) => (stdout += part));
  child.stderr.on("data", (part) => (stderr += part));
  const code = await new Promise((resolve, reject) => {
    child.once("error", (cause) =>
      reject(
        signal.aborted
          ? signal.reason
          : new OperatorError(
              `pg_restore can't be run (${reason(cause)}). Install PostgreSQL's client, 18 or later.`,
            ),
      ),
    );
    child.once("close", resolve);
  });
  return {
    code,
    stdout,
    said: stderr
      .trim()
      .split("\n")[0]
      ?.replace(/^pg_restore: (error: )?/, ""),
  };
}

async function checkDump(place, signal) {
  const list = await runRestore(["--list", place], signal);
  if (list.code !== 0) {
    throw new OperatorError(
      /unsupported version/.test(list.said ?? "")
        ? `This pg_restore is too old for ${place}: install PostgreSQL's client, 18 or later.`
        : `${place} is neither a folder of pg_basebackup nor a dump that can be restored: ${list.said}.`,
    );
  }
  const dump = readDumpList(list.stdout);
  requireMajor(place, dump.version);
  if (!dump.hasData) {
    throw new OperatorError(`${place} has no data of Zonepost's tables. Dump the whole database.`);
  }
  const all = await runRestore(["--file=/dev/null", place], signal);
  if (all.code !== 0) {
    throw new OperatorError(`${place} is damaged: ${all.said}.`);
  }
  return { takenAt: dump.takenAt, database: dump.database };
}

/**
 * What `pg_restore --list` states about a dump, in UTC.
 * @param {string} text
 */
export function readDumpList(text) {
  const field = (name) => new RegExp(`^; *${name}: (.+)$`, "m").exec(text)?.[1]?.trim() ?? "";
  const [, date, time] = /^; Archive created at (\S+) (\S+)/m.exec(text) ?? [];
  return {
    takenAt: new Date(`${date}T${time}Z`),
    version: field("Dumped from database version"),
    database: field("dbname"),
    hasData: / TABLE DATA public installation /.test(text) && / TABLE DATA public events/.test(text),
  };
}
