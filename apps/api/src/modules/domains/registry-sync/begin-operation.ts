import { domainOperations, type StoredActor, type Transaction } from "@zonepost/db";
import type { DomainOperationKind } from "@zonepost/schema";
import type { Ctx } from "../../../kernel/ctx.ts";
import { newId } from "../../../kernel/ids.ts";
import type { DomainRow } from "../model/domain-row.ts";
import type { OperationReason } from "./decisions/decision.ts";

export type NewOperation = {
  kind: DomainOperationKind;
  state: "pending" | "action_required";
  reason?: OperationReason | null;
  waitsUntil?: Date | null;
  years?: number | null;
  priceCents?: number | null;
  currency?: string | null;
};

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
