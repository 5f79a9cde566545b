import { domainIntents } from "@zonepost/db";
import type { DomainOperation } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { newId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { operationFinished, refusedByRegistry, wrongOperation } from "../errors.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { readOperation } from "../model/operations.ts";
import { clTridOf, registrarOf } from "../model/registrar.ts";
import { type DomainPorts, RegistrarError } from "../ports.ts";
import { readOpenIntents } from "../registry-sync/intents/read-open-intents.ts";
import { reconcileDomain } from "../registry-sync/reconcile-domain.ts";
import { domainOfOpen } from "./domain-of-open-operation.ts";
import { getOwnOperation } from "./list-operations.ts";

/**
 * Cancels an incoming transfer that waits for the other registrar. The registry's answer afterwards decides the
 * outcome.
 */
export async function cancelDomainOperation(
  ctx: WorkspaceCtx & DomainPorts,
  id: string,
): Promise<DomainOperation> {
  requireRight(ctx.actor, "domains:buy");
  const operation = await getOwnOperation(ctx, id);
  if (operation.kind !== "transfer_in") {
    throw wrongOperation();
  }
  const domain = await domainOfOpen(ctx, operation);
  const clTRID = clTridOf(newId());
  await recordCancellation(ctx, domain, clTRID);
  const refusal = await withdraw(ctx, domain, clTRID);
  const ownIntentIds = await intentsOf(ctx, operation.id);
  await reconcileDomain(ctx, domain.id, { ownIntentIds }).catch((error: unknown) => {
    if (!(error instanceof RegistrarError)) {
      throw error;
    }
    throw refusedByRegistry(new RegistrarError("outcome_unknown", error.message, { cause: error }));
  });
  const now = await readOperation(ctx.db, operation.id);
  const isCancelled = now.reason?.code === "transfer_cancelled";
  if (refusal && !isCancelled) {
    throw now.finishedAt === null ? refusedByRegistry(refusal) : operationFinished();
  }
  return now;
}

/** Returns undefined if canceled or if the response was lost; the registry's state then decides the outcome. */
async function withdraw(
  ctx: WorkspaceCtx & DomainPorts,
  domain: DomainRow,
  clTRID: string,
): Promise<RegistrarError | undefined> {
  const registrar = registrarOf(ctx, domain);
  try {
    await registrar.answerTransfer(domain.name, "cancel", { clTRID });
    return undefined;
  } catch (error) {
    if (!(error instanceof RegistrarError)) {
      throw error;
    }
    if (error.reason === "unavailable") {
      throw refusedByRegistry(error);
    }
    return error;
  }
}

async function recordCancellation(ctx: WorkspaceCtx, domain: DomainRow, clTRID: string): Promise<void> {
  const occurredAt = await ctx.clock.now();
  await ctx.db.transaction((tx) =>
    audit(tx, ctx, {
      workspaceId: domain.workspaceId,
      action: "domain.transfer_cancel_requested",
      target: domain.name,
      details: { direction: "in", clTRID },
      occurredAt,
    }),
  );
}

async function intentsOf(ctx: WorkspaceCtx, operationId: string): Promise<string[]> {
  const open = await readOpenIntents(ctx.db, eq(domainIntents.operationId, operationId), ctx.clock.wallNow());
  return open.map(({ id }) => id);
}
