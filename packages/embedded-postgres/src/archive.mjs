import fs from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { archiveFolderOf } from "./backup-folder.mjs";
import { writeDurably } from "./durable-files.mjs";
import { archiveFile, chooseUser, chownAll, firstUnreachable, succeedsAs } from "./embedded-server.mjs";
import { OperatorError, reason } from "./host.mjs";

// The archive of the write-ahead log: with it, a backup can be restored to any second after its end.

const answerWithinMs = 60_000;

/**
 * The folder of backups that the server's log is archived to.
 * @param {string} dataDir
 */
export function readArchive(dataDir) {
  const file = archiveFile(dataDir);
  return fs.existsSync(file) ? path.dirname(fs.readFileSync(file, "utf8").trim()) : undefined;
}

/**
 * Archives the log to a folder of backups from now on, also after restarts.
 * @param {{ dataDir: string, folder: string }} options
 */
export function startArchive({ dataDir, folder }) {
  const archive = archiveFolderOf(folder);
  const user = chooseUser(path.join(dataDir, "cluster"));
  try {
    fs.mkdirSync(archive, { recursive: true, mode: 0o700 });
    if (user.uid !== undefined) {
      chownAll(user, archive);
    }
  } catch (cause) {
    throw new OperatorError(`${archive} can't be used: ${reason(cause)}.`, { cause });
  }
  const stuck = user.uid === undefined ? undefined : firstUnreachable(user, folder);
  if (stuck) {
    throw new OperatorError(
      `PostgreSQL runs as uid ${user.uid}, which can't enter ${stuck}: open that folder (chmod o+x ${stuck}) or choose another one for --to.`,
    );
  }
  if (!succeedsAs(user, "/bin/sh", ["-c", 'test -w "$1"', "sh", archive])) {
    throw new OperatorError(`PostgreSQL's user can't write to ${archive}.`);
  }
  writeDurably(archiveFile(dataDir), `${archive}\n`, { mode: 0o644 });
}

/**
 * Stops the archive; the segments that are there stay.
 * @param {string} dataDir
 */
export const stopArchive = (dataDir) => fs.rmSync(archiveFile(dataDir), { force: true });

/**
 * Waits until all that is committed is in the archive. Throws if PostgreSQL can't copy it there.
 * @param {{ query: (sql: string) => Promise<(string | null)[][]> }} session
 * @param {string} folder
 * @param {AbortSignal} [signal]
 */
export async function archiveAll(session, folder, signal) {
  const archive = archiveFolderOf(folder);
  const failures = async () =>
    (await session.query("select failed_count from pg_stat_archiver"))[0]?.[0] ?? "0";
  const before = await failures();
  const [[segment] = []] = await session.query(
    "select pg_walfile_name(pg_current_wal_insert_lsn() - 1), pg_switch_wal()",
  );
  const file = path.join(archive, `${segment}.gz`);
  for (const deadline = Date.now() + answerWithinMs; !fs.existsSync(file); ) {
    signal?.throwIfAborted();
    if ((await failures()) !== before || Date.now() > deadline) {
      throw new OperatorError(
        `PostgreSQL can't archive its write-ahead log to ${archive}. Its log, postgres.log, has the reason. Until this is fixed, the log stays in the data folder, which fills its disk.`,
      );
    }
    await delay(50);
  }
}
