import { domainOperations, type StoredActor, type Transaction } from "@zonepost/db";
import type { DomainOperationKind } from "@zonepost/schema";
import { storedActor } from "../../../kernel/actor.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import { newId } from "../../../kernel/ids.ts";
import { operationInProgress } from "../errors.ts";
import type { DomainRow } from "../model/domain-row.ts";
import type { ForOrderLine } from "../model/operations.ts";
import type { Cost } from "../ports.ts";
import type { OperationReason } from "./decisions/decision.ts";
import type { IntentChange } from "./intents/intent-change.ts";
import { insertLeasedIntents } from "./intents/write-intents.ts";

export type NewOperation = {
  kind: DomainOperationKind;
  state: "pending" | "action_required";
  reason?: OperationReason | null;
  waitsUntil?: Date | null;
  years?: number | null;
  priceCents?: number | null;
  currency?: string | null;
  /** What the registry charges us; null if it quoted no fee. */
  cost?: Cost | null;
} & ForOrderLine;

type OperationOf = Pick<DomainRow, "id" | "workspaceId" | "name">;

/**
 * Stores an operation and the intent that it sends. Throws if the domain has an open operation, or the order line has
 * one that didn't fail.
 */
export async function beginOperation(
  tx: Transaction,
  ctx: Ctx,
  row: OperationOf,
  { whenBegun, ...operation }: NewOperation,
  change: IntentChange,
  now: Date,
): Promise<{ operationId: string; intentIds: string[] }> {
  const actor = storedActor(ctx.actor);
  const operationId = await insertOperation(tx, ctx, row, { ...operation, actor }, now);
  if (operationId === undefined) {
    throw operationInProgress();
  }
  await whenBegun?.(tx);
  const intentIds = await insertLeasedIntents(tx, ctx, row, [change], operationId, now);
  return { operationId, intentIds };
}

/** Undefined if the domain or the order line has an operation already. */
export async function insertOperation(
  tx: Transaction,
  ctx: Pick<Ctx, "requestId">,
  row: OperationOf,
  {
    cost = null,
    ...operation
  }: Omit<NewOperation, "whenBegun" | "state"> & {
    actor: StoredActor;
    state: NewOperation["state"] | "succeeded";
    finishedAt?: Date;
  },
  now: Date,
): Promise<string | undefined> {
  const [begun] = await tx
    .insert(domainOperations)
    .values({
      ...operation,
      costCents: cost?.costCents,
      costCurrency: cost?.currency,
      id: newId(),
      workspaceId: row.workspaceId,
      domainName: row.name,
      domainId: row.id,
      requestId: ctx.requestId,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: domainOperations.id });
  return begun?.id;
}
