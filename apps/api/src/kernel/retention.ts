import { auditEntries, type Db, idempotencyKeys, rateLimitWindows } from "@zonepost/db";
import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Sweep } from "./due-work.ts";

/** Deletes at most `limit` rows that nothing asks for any more; returns how many there were. */
export type Forget = (db: Db, limit: number) => Promise<number>;

const batchSize = 5_000;
const pollIntervalMs = 600_000;

/** Deletes what a condition holds of: `ctid` finds the rows of one batch again without a second look at an index. */
export const forgetWhere =
  (table: PgTable, condition: SQL): Forget =>
  async (db, limit) => {
    const { count } = await db.execute(sql`
      delete from ${table} where ctid = any (array(
        select ctid from ${table} where ${condition} limit ${limit}))`);
    return count;
  };

/** Retention of the kernel's tables: counters for a minute, responses to idempotent requests for a day. */
export const kernelForgets: readonly Forget[] = [
  forgetWhere(rateLimitWindows, sql`${rateLimitWindows.windowStart} < now() - interval '1 hour'`),
  forgetWhere(idempotencyKeys, sql`${idempotencyKeys.createdAt} < now() - interval '25 hours'`),
];

/**
 * What was written before then has a lower id: ids begin with the milliseconds in which they were made (RFC 9562
 * section 5.7), and have an index already.
 */
export const firstIdSince = (keptDays: number): SQL => sql`(
  select (lpad(to_hex((extract(epoch from now() - make_interval(days => ${keptDays})) * 1000)::bigint), 12, '0')
    || repeat('0', 20))::uuid)`;

export const forgetAuditEntries = (keptDays: number): Forget =>
  forgetWhere(auditEntries, sql`${auditEntries.id} < ${firstIdSince(keptDays)}`);

/** Forgets, in batches, what is past its time. Several workers at once do no harm. */
export function createRetentionSweep(db: Db, forgets: readonly Forget[]): Sweep {
  return {
    name: "retention",
    wakeReasons: [],
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
