import { type DeliveryFault, deliveryFaults } from "@zonepost/db";
import { sql } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

/** Counts what went wrong on our side, for operators. Hours of wall clock, since it is about processes. */
export async function countFault(db: Queryable, fault: DeliveryFault, count: number): Promise<void> {
  if (count === 0) {
    return;
  }
  await db
    .insert(deliveryFaults)
    .values({ hour: sql`date_trunc('hour', now(), 'UTC')`, fault, count })
    .onConflictDoUpdate({
      target: [deliveryFaults.hour, deliveryFaults.fault],
      set: { count: sql`${deliveryFaults.count} + excluded.count` },
    });
}
