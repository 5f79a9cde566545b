import { auditEntries, type Db, idempotencyKeys, rateLimitWindows } from "@zonepost/db";
import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Clock } from "../clock.ts";
import type { Sweep } from "../due-work/due-work.ts";
import type { WakeReason } from "../due-work/wake.ts";
import { dayMs } from "../durations.ts";
import { dayBucketStart } from "../limits/rate-limit.ts";

/** Deletes at most `limit` expired rows; returns their number. */
export type RetentionRule = (db: Db, limit: number) => Promise<number>;

const batchSize = 5_000;
const pollIntervalMs = 600_000;

/** Deletes the rows that match a condition. `ctid` finds the rows of a batch without a second index lookup. */
export const deleteWhere =
  (table: PgTable, condition: SQL): RetentionRule =>
  async (db, limit) => {
    const { count } = await db.execute(sql`
      delete from ${table} where ctid = any (array(
        select ctid from ${table} where ${condition} limit ${limit}))`);
    return count;
  };

/** The same by business time, with the time before which rows are past their retention. */
export const deleteOlder =
  (
    clock: Pick<Clock, "now">,
    keptDays: number,
    table: PgTable,
    condition: (oldest: SQL) => SQL,
  ): RetentionRule =>
  async (db, limit) => {
    const oldest = new Date((await clock.now()).getTime() - keptDays * dayMs).toISOString();
    return deleteWhere(table, condition(sql`${oldest}::timestamptz`))(db, limit);
  };

/** Retention of the kernel's tables: counters for an hour or a day, responses to idempotent requests for a day. */
export const kernelRetentionRules: readonly RetentionRule[] = [
  deleteWhere(
    rateLimitWindows,
    sql`${rateLimitWindows.windowStart} < now() - interval '1 hour' and (
      not starts_with(${rateLimitWindows.bucket}, ${dayBucketStart})
      or ${rateLimitWindows.windowStart} < now() - interval '25 hours')`,
  ),
  deleteWhere(idempotencyKeys, sql`${idempotencyKeys.createdAt} < now() - interval '25 hours'`),
];

/**
 * Older rows have lower ids: ids begin with their creation time in milliseconds (RFC 9562 section 5.7), and are already
 * indexed.
 */
export const firstIdSince = (keptDays: number): SQL => sql`(
  select (lpad(to_hex((extract(epoch from now() - make_interval(days => ${keptDays})) * 1000)::bigint), 12, '0')
    || repeat('0', 20))::uuid)`;

export const deleteOldAuditEntries = (keptDays: number): RetentionRule =>
  deleteWhere(auditEntries, sql`${auditEntries.id} < ${firstIdSince(keptDays)}`);

/** Deletes expired rows in batches. Safe to run in several workers at once. */
export function createRetentionSweep(
  db: Db,
  forgets: readonly RetentionRule[],
  { name = "retention", wakeReasons = [] }: { name?: string; wakeReasons?: readonly WakeReason[] } = {},
): Sweep {
  return {
    name,
    wakeReasons,
    pollIntervalMs,
    async run(signal) {
      for (const forget of forgets) {
        for (let gone = batchSize; gone === batchSize && !signal.aborted; ) {
          gone = await forget(db, batchSize);
        }
      }
    },
  };
}
