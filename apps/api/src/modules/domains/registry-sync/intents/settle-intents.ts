import { domainIntents, type Transaction } from "@zonepost/db";
import { and, inArray } from "drizzle-orm";
import { canHappen, columnsSettled } from "./intent-columns.ts";
import type { SettlingEvent } from "./intent-state.ts";

export async function settleIntents(
  tx: Transaction,
  event: SettlingEvent,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await tx
    .update(domainIntents)
    .set(columnsSettled(event, now))
    .where(and(inArray(domainIntents.id, [...ids]), canHappen(event)));
}
