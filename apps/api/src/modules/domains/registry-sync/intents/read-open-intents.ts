import { domainIntents, domainOperations } from "@zonepost/db";
import { and, asc, eq, type SQL } from "drizzle-orm";
import type { Queryable } from "../../../../kernel/ctx.ts";
import type { OpenIntent } from "../decisions/decision.ts";
import { isOpen, stateOf } from "./intent-columns.ts";
import { isInFlight, type OpenState } from "./intent-state.ts";

/** Unsettled intents, oldest first. Those in `ownIds` belong to the caller, who waits for the answer. */
export async function readOpenIntents(
  db: Queryable,
  where: SQL | undefined,
  wallNow: Date,
  ownIds: readonly string[] = [],
): Promise<OpenIntent[]> {
  const rows = await db
    .select({ intent: domainIntents, operationKind: domainOperations.kind })
    .from(domainIntents)
    .leftJoin(domainOperations, eq(domainOperations.id, domainIntents.operationId))
    .where(and(isOpen(), where))
    .orderBy(asc(domainIntents.id));
  return rows.map(({ intent, operationKind }): OpenIntent => {
    const state = stateOf(intent);
    const isOwn = ownIds.includes(intent.id);
    return {
      id: intent.id,
      change: intent.change,
      actor: intent.actor,
      requestId: intent.requestId,
      operationId: intent.operationId,
      operationKind,
      createdAt: intent.createdAt,
      state: state.name as OpenState,
      isInFlight: !isOwn && isInFlight(state, wallNow),
      isOwn,
    };
  });
}
