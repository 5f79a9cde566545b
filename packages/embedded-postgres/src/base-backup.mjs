import { createHash } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { syncToDisk } from "./durable-files.mjs";
import { OperatorError } from "./host.mjs";
import { openPostgresSession } from "./postgres-session.mjs";

// Copies a running server's cluster by the replication command BASE_BACKUP, as pg_basebackup does: PostgreSQL itself
// verifies its pages, leaves out what must not be copied, and adds the write-ahead log that the copy needs.

/** The files of a base backup, compressed and as PostgreSQL lists their checksums. */
export const baseFiles = { cluster: "base.tar.gz", manifest: "backup_manifest" };

/** A file that is being written: `write` returns a promise if the next part has to wait for it. */
function openPart(file, isCompressed) {
  const hash = createHash("sha256");
  let bytes = 0;
  const start = isCompressed ? createGzip({ level: 1 }) : new PassThrough();
  async function* measured(/** @type {AsyncIterable<Buffer>} */ source) {
    for await (const part of source) {
      hash.update(part);
      bytes += part.length;
      yield part;
    }
  }
  const output = fs.createWriteStream(file, { flags: "wx", mode: 0o600 });
  const written = pipeline(start, measured, output);
  // It's awaited later; until then, a full disk is reported by the next write.
  written.catch(() => {});
  /** @type {Promise<unknown> | undefined} */
  let draining;
  return {
    write(/** @type {Buffer} */ part) {
      if (!start.write(part)) {
        draining ??= Promise.race([once(start, "drain"), written]).finally(() => {
          draining = undefined;
        });
      }
      return draining;
    },
    async finish() {
      start.end();
      await written;
      syncToDisk(file);
      return { bytes, sha256: hash.digest("hex") };
    },
    async discard() {
      start.destroy();
      await written.catch(() => {});
    },
  };
}

/**
 * @param {{ query: (sql: string) => Promise<(string | null)[][]> }} session
 * @param {string} expression
 */
const read = async (session, expression) => (await session.query(`select ${expression}`))[0]?.[0] ?? "";

/** The server's own time, which restores compare with the times of transactions. */
const clock = `to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const userOf = (server) => ({ ...server, user: "postgres", database: "postgres", timeoutMs: 0 });

/**
 * @typedef {object} ServerFacts
 * @property {string} systemIdentifier Of the cluster; a restored copy has the same.
 * @property {number} timeline Each restore begins a new one.
 * @property {string} postgresVersion
 * @property {number} segmentBytes The size of a segment of the write-ahead log.
 */

/**
 * @param {{ port: number, password: string }} server
 * @returns {Promise<ServerFacts & { canArchive: boolean }>} `canArchive`: false if an earlier version of ours started it.
 */
export async function describeServer(server) {
  const session = await openPostgresSession(userOf(server));
  try {
    const [row = []] = await session.query(`
      select system_identifier, timeline_id, current_setting('server_version'), current_setting('archive_mode'),
        (select setting from pg_settings where name = 'wal_segment_size')
      from pg_control_system(), pg_control_checkpoint()`);
    const [systemIdentifier = "", timeline, postgresVersion = "", archiveMode, segmentBytes] = row;
    return {
      systemIdentifier: systemIdentifier ?? "",
      timeline: Number(timeline),
      postgresVersion: postgresVersion ?? "",
      segmentBytes: Number(segmentBytes),
      canArchive: archiveMode === "on",
    };
  } finally {
    session.close();
  }
}

/**
 * @typedef {object} BaseBackup
 * @property {string} startedAt
 * @property {string} finishedAt ISO times. A restore reaches any time after the end.
 * @property {string} startLsn
 * @property {string} stopLsn
 * @property {number} clusterBytes Before it was compressed.
 * @property {Record<string, { bytes: number, sha256: string }>} files
 */

/**
 * Writes a copy of a running server's cluster to the files of `folder`. The server may change meanwhile; the copy is as it
 * was at the end. If this process ends, the server ends the backup too.
 * @param {object} options
 * @param {{ port: number, password: string }} options.server
 * @param {string} options.folder
 * @param {(bytes: number, totalBytes: number) => void} [options.onProgress] The total is an estimate.
 * @param {AbortSignal} [options.signal]
 * @returns {Promise<BaseBackup>}
 */
export async function takeBaseBackup({ server, folder, onProgress = () => {}, signal }) {
  const session = await openPostgresSession(userOf(server));
  const sender = await openPostgresSession({ ...userOf(server), isReplication: true });
  const stop = () => sender.destroy();
  signal?.addEventListener("abort", stop, { once: true });
  /** @type {ReturnType<typeof openPart>[]} */
  const parts = [];
  try {
    const tablespaces = await read(session, "count(*) from pg_tablespace where spcname !~ '^pg_'");
    if (tablespaces !== "0") {
      throw new OperatorError(
        "The database has tablespaces of its own, which a backup doesn't copy. Move their tables to pg_default.",
      );
    }
    const totalBytes = Number(await read(session, "sum(pg_database_size(oid)) from pg_database"));
    // Keeps the log that the copy needs until it's part of it, however much is written meanwhile.
    await sender.query(
      `CREATE_REPLICATION_SLOT zonepost_backup_${process.pid} TEMPORARY PHYSICAL (RESERVE_WAL true)`,
    );
    const startedAt = await read(session, clock);
    let clusterBytes = 0;
    const rows = await sender.query(
      "BASE_BACKUP (LABEL 'zonepost', PROGRESS true, CHECKPOINT 'fast', WAIT false, WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')",
      (message) => {
        const kind = message.toString("latin1", 0, 1);
        const data = message.subarray(1);
        if (kind === "n") {
          parts.push(openPart(path.join(folder, baseFiles.cluster), true));
        } else if (kind === "m") {
          parts.push(openPart(path.join(folder, baseFiles.manifest), false));
        } else if (kind === "p") {
          onProgress(Number(data.readBigInt64BE(0)), totalBytes);
        } else if (kind === "d") {
          clusterBytes += parts.length === 1 ? data.length : 0;
          return parts.at(-1)?.write(data);
        }
        return undefined;
      },
    );
    const finishedAt = await read(session, clock);
    const [cluster, manifest] = await Promise.all(parts.map((part) => part.finish()));
    if (!cluster || !manifest) {
      throw new OperatorError("PostgreSQL ended the backup without a list of its files.");
    }
    return {
      startedAt,
      finishedAt,
      startLsn: rows[0]?.[0] ?? "",
      stopLsn: rows.at(-1)?.[0] ?? "",
      clusterBytes,
      files: { [baseFiles.cluster]: cluster, [baseFiles.manifest]: manifest },
    };
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener("abort", stop);
    await Promise.all(parts.map((part) => part.discard()));
    sender.close();
    session.close();
  }
}
