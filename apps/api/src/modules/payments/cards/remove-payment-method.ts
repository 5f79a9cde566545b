import { paymentMethods } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import { storedActor } from "../../../kernel/actor.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { requireFreshSession, requireRight } from "../../../kernel/rights.ts";
import { processorFailure } from "../errors.ts";
import { type PaymentPorts, ProcessorError } from "../ports.ts";
import { getOwnPaymentMethod, isSaved } from "./payment-method-row.ts";
import { reconcileCard } from "./reconcile-card.ts";
import { nextVersion } from "./write-card.ts";

/** The processor's notice of the removal may arrive first; the removal is recorded once, as the caller's. */
export async function removePaymentMethod(
  ctx: WorkspaceCtx & PaymentPorts,
  input: { id: string },
): Promise<void> {
  requireRight(ctx.actor, "payments:write");
  requireFreshSession(ctx);
  const { processor } = ctx;
  if (!processor) {
    throw notFound();
  }
  const { id, workspaceId, processorId } = await getOwnPaymentMethod(ctx.db, ctx, input.id);
  await ctx.db
    .update(paymentMethods)
    .set({
      removalRequestedBy: storedActor(ctx.actor),
      removalRequestId: ctx.requestId,
      version: nextVersion,
    })
    .where(and(eq(paymentMethods.id, id), isSaved));
  const failure = await processor.detachCard(processorId).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (failure !== undefined && !mayBeDetached(failure)) {
    throw processorFailure(failure);
  }
  const after = await reconcileCard(ctx, { workspaceId, cardId: processorId });
  if (after?.removedAt === null) {
    throw failure ?? new Error("the processor keeps a card that it has detached");
  }
}

/** A card that has been detached before can't be detached again. */
const mayBeDetached = (error: unknown): boolean =>
  error instanceof ProcessorError && error.reason === "refused";
