import { paymentMethods } from "@zonepost/db";
import { and, eq, isNull, ne } from "drizzle-orm";
import { storedActor } from "../../../kernel/actor.ts";
import type { Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { AppError, notFound } from "../../../kernel/errors.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { lockWorkspaceFor } from "../../accounts/index.ts";
import { lastPaymentMethod, processorFailure, removalUnconfirmed } from "../errors.ts";
import { type AutoRenewals, type CardPorts, ProcessorError } from "../ports.ts";
import { requireProcessor } from "../processor/call-processor.ts";
import { getOwnPaymentMethod, isSaved, type PaymentMethodRow } from "./payment-method-row.ts";
import { reconcileCard } from "./reconcile-card.ts";
import { nextVersion } from "./write-card.ts";

/** The processor's notice of the removal may arrive first; the removal is recorded once, as the caller's. */
export async function removePaymentMethod(
  ctx: WorkspaceCtx & CardPorts,
  input: { id: string },
): Promise<void> {
  requireRight(ctx.actor, "payments:write");
  if (!ctx.processors.current) {
    throw notFound();
  }
  const { id, workspaceId, processor, processorId } = await requestRemoval(ctx, input.id);
  const failure = await requireProcessor(ctx, { processor })
    .detachCard(processorId)
    .then(
      () => undefined,
      (error: unknown) => error,
    );
  if (failure !== undefined && !mayBeDetached(failure)) {
    await withdrawRequest(ctx, id);
    throw processorFailure(failure);
  }
  const isQuick = failure !== undefined;
  const after = await reconcileCard(ctx, { workspaceId, processor, cardId: processorId, isQuick }).catch(
    (error: unknown) => {
      const isUnread = error instanceof AppError && error.kind === "unavailable";
      throw isUnread ? removalUnconfirmed(error) : error;
    },
  );
  if (after?.removedAt === null) {
    await withdrawRequest(ctx, id);
    throw failure === undefined
      ? new Error("the processor keeps a card that it has detached")
      : processorFailure(failure);
  }
}

/** A card that has been detached before can't be detached again. Without an answer, it may be detached too. */
const mayBeDetached = (error: unknown): boolean =>
  error instanceof ProcessorError && (error.reason === "refused" || error.reason === "unavailable");

/** Under the lock, so that of two cards that are removed at once, one is the last. */
const requestRemoval = (ctx: WorkspaceCtx & CardPorts, publicId: string): Promise<PaymentMethodRow> =>
  ctx.db.transaction(async (tx) => {
    const { actor } = await lockWorkspaceFor(tx, ctx.actor, "payments:write");
    const card = await getOwnPaymentMethod(tx, ctx, publicId);
    await requireAnotherCard(tx, ctx.autoRenewals, card);
    await tx
      .update(paymentMethods)
      .set({ removalRequestedBy: storedActor(actor), removalRequestId: ctx.requestId, version: nextVersion })
      .where(eq(paymentMethods.id, card.id));
    return card;
  });

async function requireAnotherCard(
  db: Queryable,
  autoRenewals: AutoRenewals,
  { id, workspaceId }: PaymentMethodRow,
): Promise<void> {
  const isKept = and(
    eq(paymentMethods.workspaceId, workspaceId),
    ne(paymentMethods.id, id),
    isSaved,
    isNull(paymentMethods.removalRequestedBy),
  );
  if ((await db.$count(paymentMethods, isKept)) > 0) {
    return;
  }
  const { domainCount, mailPlanCount } = await autoRenewals.countAutoRenewing(db, workspaceId);
  if (domainCount + mailPlanCount > 0) {
    throw lastPaymentMethod(domainCount, mailPlanCount);
  }
}

/** A removal at the processor, perhaps much later, isn't the caller's if this one has failed. */
async function withdrawRequest({ db, requestId }: WorkspaceCtx, id: string): Promise<void> {
  const isOwn = requestId === null ? undefined : eq(paymentMethods.removalRequestId, requestId);
  await db
    .update(paymentMethods)
    .set({ removalRequestedBy: null, removalRequestId: null, version: nextVersion })
    .where(and(eq(paymentMethods.id, id), isSaved, isOwn));
}
