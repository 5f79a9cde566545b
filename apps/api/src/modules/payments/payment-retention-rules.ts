import { cardPages, inboundNotices, paymentMethods } from "@zonepost/db";
import { sql } from "drizzle-orm";
import type { Clock } from "../../kernel/clock.ts";
import { deleteOlder, deleteWhere, type RetentionRule } from "../../kernel/database/retention.ts";

/** The processor repeats a notice for three days, and its operator can send one again for thirty. */
const noticeDays = 30;

/** Ended pages and removed cards are only of interest while a notice about them can arrive. */
export function paymentRetentionRules(clock: Pick<Clock, "now">): readonly RetentionRule[] {
  return [
    deleteWhere(
      inboundNotices,
      sql`${inboundNotices.receivedAt} < now() - make_interval(days => ${noticeDays})`,
    ),
    deleteOlder(
      clock,
      noticeDays,
      cardPages,
      (oldest) => sql`${cardPages.nextCheckAt} is null and ${cardPages.createdAt} < ${oldest}`,
    ),
    deleteOlder(clock, noticeDays, paymentMethods, (oldest) => sql`${paymentMethods.removedAt} < ${oldest}`),
  ];
}
