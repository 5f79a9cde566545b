import { createDb, type Db } from "@zonepost/db";
import { sql } from "drizzle-orm";
import type { Sweep } from "../due-work/due-work.ts";
import type { Logger } from "../log.ts";
import { findDatabaseFull } from "./database-away.ts";

const intervalMs = 10_000;
/** Half a megabyte of rows. A change that reuses the space of old rows works for a while on a full disk. */
const probeRows = 20_000;
const alertLock = 7_305_103;

/** Writes something that needs room on the disk, and leaves nothing. */
async function probeRoom(db: Db): Promise<void> {
  await db.transaction((tx) =>
    tx.execute(
      sql`create temporary table zonepost_room on commit drop as select from generate_series(1, ${sql.raw(String(probeRows))})`,
    ),
  );
}

/** Rejects if the database is away or can't be written; writes once every ten seconds at most. */
export function createDatabaseCheck(db: Db, now: () => number = Date.now): () => Promise<void> {
  let probedAtMs = Number.NEGATIVE_INFINITY;
  let failure: unknown;
  return async () => {
    await db.$client`select 1`;
    if (now() - probedAtMs >= intervalMs) {
      probedAtMs = now();
      failure = await probeRoom(db).then(
        () => undefined,
        (error: unknown) => error,
      );
    }
    if (failure !== undefined) {
      throw failure;
    }
  };
}

type WatchDeps = {
  db: Db;
  /** Past any pooler. */
  directUrl: string;
  log: Logger;
  /** Tells the operator why the database can't be written. Rejects if it should be tried again. */
  alert?: ((reason: string) => Promise<void>) | undefined;
};

/**
 * Alerts the operator once for each time that the database can't be written. The worker that alerts holds a lock until
 * then, because nothing can be stored; a new one, of a worker that takes over from a killed one, is possible.
 */
export function watchDatabaseRoom({ db, directUrl, log, alert }: WatchDeps) {
  const lockDb = createDb(directUrl, { applicationName: "zonepost-room-lock", maxConnections: 1 });
  let isFull = false;
  let isAlerted = false;
  /** Also takes it again after the connection was lost. */
  const holdLock = async () => {
    const [row] = await lockDb.$client<{ isHeld: boolean }[]>`
      select exists (select from pg_locks where locktype = 'advisory' and classid = 0 and objid = ${alertLock}::bigint::oid and pid = pg_backend_pid())
        or pg_try_advisory_lock(${alertLock}) as "isHeld"`;
    return row?.isHeld === true;
  };
  const sweep: Sweep = {
    name: "room of the database",
    wakeReasons: [],
    pollIntervalMs: intervalMs,
    async run() {
      try {
        await probeRoom(db);
      } catch (error) {
        const full = findDatabaseFull(error);
        if (!full) {
          throw error;
        }
        isFull = true;
        log.error({ err: error }, "the database can't be written");
        if (alert && (await holdLock()) && !isAlerted) {
          await alert(full.message);
          isAlerted = true;
        }
        return;
      }
      if (isFull) {
        log.warn("the database can be written again");
        await lockDb.$client`select pg_advisory_unlock_all()`;
      }
      isFull = false;
      isAlerted = false;
    },
  };
  return { sweep, close: () => lockDb.close() };
}
