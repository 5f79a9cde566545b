import { domainIntents, type Transaction } from "@zonepost/db";
import { and, inArray, type SQL } from "drizzle-orm";
import { storedActor } from "../../../../kernel/actor.ts";
import type { Ctx, Queryable } from "../../../../kernel/ctx.ts";
import { newId } from "../../../../kernel/ids.ts";
import type { DomainRow } from "../../model/domain-row.ts";
import type { NewIntent } from "../decisions/decision.ts";
import type { IntentChange } from "./intent-change.ts";
import { canHappen, columnsAfter, columnsSettled, intentLeaseMs } from "./intent-columns.ts";
import type { MovingEvent, SettlingEvent } from "./intent-state.ts";

/** Stores intents in the caller's transaction. The row must be locked or new. Without a lease, they are sent later. */
export async function insertIntents(
  tx: Transaction,
  domain: Pick<DomainRow, "id">,
  intents: readonly NewIntent[],
  createdAt: Date,
  leasedUntil: Date | null = null,
): Promise<string[]> {
  if (intents.length === 0) {
    return [];
  }
  const rows = intents.map((intent) => ({
    ...intent,
    id: newId(),
    domainId: domain.id,
    kind: intent.change.kind,
    createdAt,
    leasedUntil,
  }));
  await tx.insert(domainIntents).values(rows);
  return rows.map(({ id }) => id);
}

/** Stores the actor's requested changes just before this process sends them. */
export const insertLeasedIntents = (
  tx: Transaction,
  ctx: Ctx,
  domain: Pick<DomainRow, "id">,
  changes: readonly IntentChange[],
  operationId: string | null,
  createdAt: Date,
): Promise<string[]> => {
  const by = { actor: storedActor(ctx.actor), requestId: ctx.requestId, operationId };
  const leasedUntil = new Date(ctx.clock.wallNow().getTime() + intentLeaseMs);
  return insertIntents(
    tx,
    domain,
    changes.map((change) => ({ ...by, change })),
    createdAt,
    leasedUntil,
  );
};

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
