import { domainOperations, type StoredActor, type Transaction } from "@zonepost/db";
import type { DomainOperationKind } from "@zonepost/schema";
import { and, eq, isNull } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { newId } from "../../../kernel/ids.ts";
import type { DomainRow } from "../model/domain-row.ts";

export type OperationReason = { code: string; message: string };

/** Ends an operation, once. One that succeeded has a reason where a part of it has yet to come. */
export async function settleOperation(
  tx: Transaction,
  operationId: string | null | undefined,
  end: { state: "succeeded"; reason?: OperationReason | null } | { state: "failed"; reason: OperationReason },
  now: Date,
): Promise<void> {
  if (!operationId) {
    return;
  }
  await tx
    .update(domainOperations)
    .set({
      state: end.state,
      reason: end.reason ?? null,
      waitsUntil: null,
      updatedAt: now,
      finishedAt: now,
    })
    .where(and(eq(domainOperations.id, operationId), isNull(domainOperations.finishedAt)));
}

/** What was still to come of an operation that succeeded: null where it has come. */
export async function amendOperation(
  tx: Transaction,
  operationId: string | null,
  reason: OperationReason | null,
  now: Date,
): Promise<void> {
  if (!operationId) {
    return;
  }
  await tx
    .update(domainOperations)
    .set({ reason, updatedAt: now })
    .where(and(eq(domainOperations.id, operationId), eq(domainOperations.state, "succeeded")));
}

/** Says what an operation waits for. */
export async function holdOperation(
  tx: Transaction,
  operationId: string | null | undefined,
  hold: { state: "pending" | "action_required"; reason: OperationReason | null; waitsUntil: Date | null },
  now: Date,
): Promise<void> {
  if (!operationId) {
    return;
  }
  await tx
    .update(domainOperations)
    .set({ ...hold, updatedAt: now })
    .where(and(eq(domainOperations.id, operationId), isNull(domainOperations.finishedAt)));
}

/** The open operation of one kind for a domain. */
export async function openOperationOf(
  tx: Transaction,
  row: Pick<DomainRow, "workspaceId" | "name">,
  kind: DomainOperationKind,
): Promise<string | undefined> {
  const [open] = await tx
    .select({ id: domainOperations.id })
    .from(domainOperations)
    .where(
      and(
        eq(domainOperations.workspaceId, row.workspaceId),
        eq(domainOperations.domainName, row.name),
        eq(domainOperations.kind, kind),
        isNull(domainOperations.finishedAt),
      ),
    );
  return open?.id;
}

export type NewOperation = {
  kind: DomainOperationKind;
  state: "pending" | "action_required";
  reason?: OperationReason | null;
  waitsUntil?: Date | null;
  years?: number | null;
  priceCents?: number | null;
  currency?: string | null;
};

/** Begins one; undefined where another one of this domain is still open. */
export async function beginOperation(
  tx: Transaction,
  ctx: Pick<Ctx, "requestId">,
  row: Pick<DomainRow, "id" | "workspaceId" | "name">,
  operation: NewOperation & { actor: StoredActor },
  now: Date,
): Promise<string | undefined> {
  const [begun] = await tx
    .insert(domainOperations)
    .values({
      ...operation,
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
