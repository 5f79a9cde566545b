import { domainIntents } from "@zonepost/db";
import { and, type SQL } from "drizzle-orm";
import type { Queryable } from "../../../../kernel/ctx.ts";
import { canHappen, columnsAfter } from "./intent-columns.ts";
import type { MovingEvent } from "./intent-state.ts";

/** Moves open intents to their next state. Returns the ids of those that could move; the others are unchanged. */
export async function moveIntents(
  db: Queryable,
  event: MovingEvent,
  which: SQL | undefined,
  wallNow: Date,
): Promise<string[]> {
  const moved = await db
    .update(domainIntents)
    .set(columnsAfter(event, wallNow))
    .where(and(which, canHappen(event)))
    .returning({ id: domainIntents.id });
  return moved.map(({ id }) => id);
}
