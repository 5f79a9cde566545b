import { cardPages, inboundNotices, paymentMethods } from "@zonepost/db";
import { sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Clock } from "../../kernel/clock.ts";
import { deleteWhere, type RetentionRule } from "../../kernel/retention.ts";

/** The processor repeats a notice for three days, and its operator can send one again for thirty. */
const noticeDays = 30;

/** Ended pages and removed cards are only of interest while a notice about them can arrive. */
export function paymentRetentionRules(clock: Pick<Clock, "now">): readonly RetentionRule[] {
  const deleteAt =
    (table: PgTable, condition: (limit: ReturnType<typeof sql>) => ReturnType<typeof sql>): RetentionRule =>
    async (db, limit) => {
      const now = await clock.now();
      const before = sql`${now.toISOString()}::timestamptz - make_interval(days => ${noticeDays})`;
      return deleteWhere(table, condition(before))(db, limit);
    };
  return [
    deleteWhere(
      inboundNotices,
      sql`${inboundNotices.receivedAt} < now() - make_interval(days => ${noticeDays})`,
    ),
    deleteAt(
      cardPages,
      (before) => sql`${cardPages.nextCheckAt} is null and ${cardPages.createdAt} < ${before}`,
    ),
    deleteAt(paymentMethods, (before) => sql`${paymentMethods.removedAt} < ${before}`),
  ];
}
