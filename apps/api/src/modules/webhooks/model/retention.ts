import { deliveryFaults, deliveryHours, webhookCatchUps } from "@zonepost/db";
import { type SQL, sql } from "drizzle-orm";
import type { Clock } from "../../../kernel/clock.ts";
import type { PartitionedTable } from "../../../kernel/database/partitions.ts";
import { deleteOlder, deleteWhere, type RetentionRule } from "../../../kernel/database/retention.ts";
import { rangesKeptDays } from "./succeeded-within.ts";

/** With 33 partitions of a day, claiming and recording took twice as long as with 9 or fewer. */
const days = 7;

/**
 * The log of deliveries and the events, which are kept a day longer than their deliveries. A partition with a delivery
 * that is still queued is kept until it was sent or skipped.
 */
export function webhookPartitions(keptDays: number): PartitionedTable[] {
  const isQueued = (column: "delivery_id" | "event_id") => (first: SQL, end: SQL) => {
    const queued = sql.identifier(column);
    return sql`exists (select from delivery_queue where ${queued} >= ${first} and ${queued} < ${end})`;
  };
  return [
    {
      table: "deliveries",
      key: "id",
      days,
      keptDays,
      // A row is inserted without, and updated with the attempt's request and response. At 40, half of the updates moved it
      // to another page, with new entries in each index, and the table took two thirds more space.
      fillFactor: 20,
      isInUse: isQueued("delivery_id"),
    },
    { table: "delivery_attempts", key: "delivery_id", days, keptDays, isInUse: isQueued("delivery_id") },
    { table: "events", key: "id", days, keptDays: keptDays + 1, isInUse: isQueued("event_id") },
  ];
}

/**
 * Retention of the counts of each hour, and of catch-ups that have ended. Only faults belong to wall clock, and the time
 * for which the log needs an hour's ranges.
 */
export const webhookRetentionRules = (clock: Pick<Clock, "now">, keptDays: number): RetentionRule[] => [
  deleteOlder(
    clock,
    keptDays,
    deliveryHours,
    (oldest) =>
      sql`${deliveryHours.hour} < least(${oldest}, now() - make_interval(days => ${rangesKeptDays}))`,
  ),
  deleteOlder(clock, keptDays, webhookCatchUps, (oldest) => sql`${webhookCatchUps.finishedAt} < ${oldest}`),
  deleteWhere(deliveryFaults, sql`${deliveryFaults.hour} < now() - make_interval(days => ${keptDays})`),
];
