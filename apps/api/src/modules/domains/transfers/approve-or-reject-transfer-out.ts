import type { DomainOperation } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { AppError } from "../../../kernel/errors.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { operationFinished, wrongOperation } from "../errors.ts";
import { readOperation } from "../model/operations.ts";
import { domainOfOpen } from "../operations/domain-of-open-operation.ts";
import { getOwnOperation } from "../operations/list-operations.ts";
import type { DomainPorts } from "../ports.ts";
import { recordIntents } from "../registry-sync/change-at-registry.ts";
import { reconcileIfReadable } from "../registry-sync/reconcile-domain.ts";
import { sendIntents } from "../registry-sync/send-intents.ts";

export async function approveTransferOut(
  ctx: WorkspaceCtx & DomainPorts,
  id: string,
): Promise<DomainOperation> {
  requireRight(ctx.actor, "domains:release");
  return answer(ctx, id, "approve");
}

export async function rejectTransferOut(
  ctx: WorkspaceCtx & DomainPorts,
  id: string,
): Promise<DomainOperation> {
  requireRight(ctx.actor, "domains:write");
  return answer(ctx, id, "reject");
}

async function answer(
  ctx: WorkspaceCtx & DomainPorts,
  id: string,
  verb: "approve" | "reject",
): Promise<DomainOperation> {
  const operation = await getOwnOperation(ctx, id);
  if (operation.kind !== "transfer_out") {
    throw wrongOperation();
  }
  const domain = await domainOfOpen(ctx, operation);
  // Not tied to the operation: a refusal of this command doesn't end the transfer.
  const intentIds = await recordIntents(ctx, domain, [{ kind: `${verb}_transfer` }]);
  try {
    await sendIntents(ctx, domain, intentIds, (registrar, options) =>
      registrar.answerTransfer(domain.name, verb, options),
    );
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === "unavailable") {
      throw error;
    }
    // Already settled: the other side canceled, the deadline passed, or a colleague responded.
    await reconcileIfReadable(ctx, domain.id);
    const now = await readOperation(ctx.db, operation.id);
    throw now.finishedAt === null ? error : operationFinished();
  }
  return readOperation(ctx.db, operation.id);
}
