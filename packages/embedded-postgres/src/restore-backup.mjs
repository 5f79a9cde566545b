import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { archiveFolderOf, segmentsAfter } from "./backup-folder.mjs";
import { baseFiles } from "./base-backup.mjs";
import { renameDurably, sha256OfFile, syncToDisk } from "./durable-files.mjs";
import {
  chooseUser,
  chownAll,
  keepPassword,
  quoted,
  restoringFolder,
  startPrivateServer,
  stopLeftBehind,
} from "./embedded-server.mjs";
import { makeDataFolder, OperatorError } from "./host.mjs";

// Restores a backup next to its place, and moves it there once it's complete. Its server never writes to the archive that
// it reads, and no one else can connect to it.

/**
 * The newest backup that ended by a time.
 * @param {import("./backup-folder.mjs").Backup[]} backups
 * @param {Date} [until]
 */
export function chooseBackup(backups, until) {
  const [first] = backups;
  if (!first) {
    throw new OperatorError("There is no complete backup in this folder.");
  }
  const chosen = until
    ? backups.findLast(({ manifest }) => new Date(manifest.finishedAt) <= until)
    : backups.at(-1);
  if (!chosen) {
    throw new OperatorError(
      `The first backup in this folder ended at ${first.manifest.finishedAt}. A restore can't reach a time before that.`,
    );
  }
  return chosen;
}

/** Unpacks with the system's tar, which every system has that the embedded server runs on. */
async function unpack(file, folder, signal) {
  const child = spawn("tar", ["-x", "-f", "-", "-C", folder], { stdio: ["pipe", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (part) => (said += part));
  const ended = new Promise((resolve, reject) => {
    child.once("error", (cause) =>
      reject(new OperatorError(`tar can't be run: ${cause.message}.`, { cause })),
    );
    child.once("close", resolve);
  });
  const [read, code] = await Promise.allSettled([
    pipeline(fs.createReadStream(file, { highWaterMark: 1 << 20 }), createGunzip(), child.stdin, { signal }),
    ended,
  ]);
  signal?.throwIfAborted();
  if (code.status === "rejected") {
    throw code.reason;
  }
  // tar may end before it has read the last zeros, which breaks the pipe.
  if (code.value !== 0) {
    const line = said.trim().split("\n")[0] || (read.status === "rejected" && read.reason.message);
    throw new OperatorError(`${file} can't be unpacked: ${line}.`);
  }
}

/**
 * Compares a cluster's files with PostgreSQL's list of them, which `pg_basebackup` writes too.
 * @param {string} cluster
 * @param {string} manifestFile
 * @param {AbortSignal} [signal]
 */
export async function verifyCluster(cluster, manifestFile, signal) {
  const text = fs.readFileSync(manifestFile, "utf8");
  const own = text.lastIndexOf('"Manifest-Checksum"');
  const manifest = JSON.parse(text);
  const ownSum = createHash("sha256").update(text.slice(0, own)).digest("hex");
  if (own < 0 || manifest["Manifest-Checksum"] !== ownSum) {
    throw new OperatorError(`${manifestFile} isn't as PostgreSQL wrote it: its own checksum differs.`);
  }
  for (const entry of manifest.Files) {
    const name = entry.Path ?? Buffer.from(entry["Encoded-Path"], "hex").toString();
    const file = path.join(cluster, name);
    const found = fs.statSync(file, { throwIfNoEntry: false });
    if (!found) {
      throw new OperatorError(`${file} is missing.`);
    }
    if (entry["Checksum-Algorithm"] !== "SHA256") {
      throw new OperatorError(
        `${manifestFile} has no SHA-256 checksums. Add --manifest-checksums=SHA256 to pg_basebackup.`,
      );
    }
    if (found.size !== entry.Size || (await sha256OfFile(file, signal)) !== entry.Checksum) {
      throw new OperatorError(`${file} isn't as it was copied: its checksum differs.`);
    }
  }
  return manifest;
}

function requireSpace(folder, neededBytes) {
  const { bavail, bsize } = fs.statfsSync(folder);
  if (bavail * bsize < neededBytes) {
    const gigabytes = (bytes) => (bytes / 1e9).toFixed(1);
    throw new OperatorError(
      `${folder} has ${gigabytes(bavail * bsize)} GB free, but the restore needs ${gigabytes(neededBytes)} GB.`,
    );
  }
}

/** Why PostgreSQL ended while it replayed the log, in the operator's terms. */
function replayMistake({ failure, said }, { until, archive }) {
  if (/recovery ended before configured recovery target/.test(failure)) {
    const [last] = said
      .flatMap(
        (line) =>
          /last completed transaction was at log time (\S+) (\S+)\+00/.exec(line)?.slice(1).join("T") ?? [],
      )
      .slice(-1);
    return `${archive} has no transaction after ${until?.toISOString()}.${last ? ` The last one is of ${last}Z.` : ""} Leave out --until to restore all that is there.`;
  }
  const damaged = said.map((line) => /restoring (\w{24}) failed/.exec(line)?.[1]).findLast(Boolean);
  return damaged
    ? `${path.join(archive, `${damaged}.gz`)} can't be read: it is damaged. Restore up to a time before it with --until.`
    : `PostgreSQL can't restore this backup: ${failure}`;
}

/**
 * Restores a verified backup to `dataDir`, which must not exist, up to a time or to the end of the archive. `settle` works
 * on the restored database before anyone else can reach it.
 * @param {object} options
 * @param {import("./backup-folder.mjs").Backup} options.backup
 * @param {string} options.dataDir
 * @param {Date} [options.until]
 * @param {(server: import("./embedded-server.mjs").PrivateServer, found: { lastTransactionAt: string | null }) => Promise<void>} options.settle
 * @param {(line: string) => void} [options.log]
 * @param {AbortSignal} [options.signal]
 */
export async function restoreBackup({ backup, dataDir, until, settle, log = () => {}, signal }) {
  const draft = restoringFolder(dataDir);
  const { manifest } = backup;
  const archive = archiveFolderOf(path.dirname(backup.folder));
  const { segments, missing } = segmentsAfter(archive, manifest);
  if (missing && !until) {
    const before = segments.at(-1);
    const time = before ? fs.statSync(before.file).mtime.toISOString() : manifest.finishedAt;
    throw new OperatorError(
      `${path.join(archive, `${missing}.gz`)} is missing, but later segments are there. Add --until with a time before ${time} to restore what comes before the gap.`,
    );
  }
  await stopLeftBehind({ dataDir: draft });
  fs.rmSync(draft, { recursive: true, force: true });
  makeDataFolder(draft);
  const cluster = path.join(draft, "cluster");
  const ownArchive = path.join(draft, "wal");
  try {
    const user = chooseUser(cluster);
    const archivedBytes = segments.reduce((sum, { file }) => sum + fs.statSync(file).size, 0);
    requireSpace(draft, manifest.clusterBytes + archivedBytes);
    for (const folder of [cluster, ownArchive]) {
      fs.mkdirSync(folder, { mode: 0o700 });
    }
    log(`unpacking ${path.join(backup.folder, baseFiles.cluster)}`);
    await unpack(path.join(backup.folder, baseFiles.cluster), cluster, signal);
    await verifyCluster(cluster, path.join(backup.folder, baseFiles.manifest), signal);
    // PostgreSQL's user often can't read the folder of backups.
    for (const { name, file } of segments) {
      signal?.throwIfAborted();
      fs.copyFileSync(file, path.join(ownArchive, `${name}.gz`), fs.constants.COPYFILE_FICLONE);
    }
    fs.writeFileSync(path.join(cluster, "recovery.signal"), "", { mode: 0o600 });
    fs.chmodSync(cluster, 0o700);
    if (user.uid !== undefined) {
      chownAll(user, cluster);
      chownAll(user, ownArchive);
    }
    log(`replaying the write-ahead log (${segments.length} archived segments)`);
    const server = await startPrivateServer({
      dataDir: draft,
      log,
      signal,
      settings: {
        // Above 125, the recovery fails; otherwise a damaged segment would be taken for the end of the log.
        restore_command: `from=${quoted(ownArchive)}/%f.gz; test -e "$from" || exit 1; gzip -dc "$from" > "%p" || { echo restoring %f failed >&2; exit 200; }`,
        recovery_target_timeline: "current",
        recovery_target_action: "promote",
        // At this point of its start, PostgreSQL doesn't know the zone Z.
        ...(until && { recovery_target_time: until.toISOString().replace("Z", "+00") }),
      },
    });
    if ("failure" in server) {
      throw new OperatorError(replayMistake(server, { until, archive }));
    }
    let lastTransactionAt;
    try {
      lastTransactionAt = await settleOwn({ server, draft });
      await settle(server, { lastTransactionAt });
      signal?.throwIfAborted();
    } finally {
      await server.stop();
    }
    fs.rmSync(ownArchive, { recursive: true, force: true });
    syncToDisk(draft);
    return { lastTransactionAt, finish: () => renameDurably(draft, path.resolve(dataDir)) };
  } catch (error) {
    await stopLeftBehind({ dataDir: draft });
    fs.rmSync(draft, { recursive: true, force: true });
    signal?.throwIfAborted();
    throw error;
  }
}

/** New passwords: those of the time of the backup may have been replaced since, and can be in the hands of others. */
async function settleOwn({ server, draft }) {
  const session = await server.open();
  try {
    const [[lastTransactionAt] = []] = await session.query(
      `select to_char(pg_last_xact_replay_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    );
    const password = keepPassword(path.join(draft, "password"));
    for (const role of ["postgres", "zonepost"]) {
      await session.query(`alter role ${role} password '${password}'`);
    }
    return lastTransactionAt ?? null;
  } finally {
    session.close();
  }
}
