import { cardPages, paymentMethods } from "@zonepost/db";
import type { CardPageLink, PaymentMethodInput } from "@zonepost/schema";
import { and, eq, gt, isNotNull } from "drizzle-orm";
import { storedActor } from "../../../../kernel/actor.ts";
import { audit } from "../../../../kernel/audit.ts";
import type { Queryable, WorkspaceCtx } from "../../../../kernel/ctx.ts";
import { newId, publicId } from "../../../../kernel/ids.ts";
import { requireRight } from "../../../../kernel/rights.ts";
import { lockWorkspaceFor } from "../../../accounts/index.ts";
import { cardPageLimitReached, paymentMethodLimitReached } from "../../errors.ts";
import type { PaymentPorts } from "../../ports.ts";
import { requireProcessor } from "../../processor/call-processor.ts";
import { isSaved } from "../payment-method-row.ts";
import { maxPaymentMethods, mayBeOpenSince, nextCheckAt, returnUrlOf } from "../policy.ts";
import { withCustomer } from "../with-customer.ts";

/** Card numbers are entered on the processor's page, and never reach this service. */
export async function openCardPage(
  ctx: WorkspaceCtx & PaymentPorts,
  input: PaymentMethodInput,
): Promise<CardPageLink> {
  requireRight(ctx.actor, "payments:write");
  const processor = requireProcessor(ctx);
  const { workspaceId } = ctx.actor;
  const cancelUrl = returnUrlOf(input.returnUrl, ctx.panelUrl);
  const now = await ctx.clock.now();
  await requireRoom(ctx.db, workspaceId, now);
  const id = newId();
  const returnUrl = new URL(cancelUrl);
  returnUrl.searchParams.set("cardPage", publicId("cpg", id));
  const urls = { returnUrl: returnUrl.href, cancelUrl: cancelUrl.href };
  const page = await withCustomer(ctx, workspaceId, (customerId) =>
    processor.openCardPage({ customerId, ...urls, idempotencyKey: newId() }),
  );
  await ctx.db.transaction(async (tx) => {
    await lockWorkspaceFor(tx, ctx.actor, "payments:write");
    // Of several requests at once. A page that isn't stored expires unseen, since its URL isn't returned.
    await requireRoom(tx, workspaceId, now);
    await tx.insert(cardPages).values({
      id,
      workspaceId,
      processor: processor.code,
      processorId: page.id,
      openedBy: storedActor(ctx.actor),
      requestId: ctx.requestId,
      nextCheckAt: nextCheckAt({ createdAt: now }, now),
      createdAt: now,
    });
    await audit(tx, ctx, {
      workspaceId,
      action: "payment_method.page_opened",
      target: publicId("cpg", id),
      occurredAt: now,
    });
  });
  return { url: page.url };
}

/** A card can still come of an open page, so it counts like a saved card. */
async function requireRoom(db: Queryable, workspaceId: string, now: Date): Promise<void> {
  const cardCount = await db.$count(
    paymentMethods,
    and(eq(paymentMethods.workspaceId, workspaceId), isSaved),
  );
  if (cardCount >= maxPaymentMethods) {
    throw paymentMethodLimitReached(maxPaymentMethods);
  }
  const openPageCount = await db.$count(
    cardPages,
    and(
      eq(cardPages.workspaceId, workspaceId),
      isNotNull(cardPages.nextCheckAt),
      gt(cardPages.createdAt, mayBeOpenSince(now)),
    ),
  );
  if (cardCount + openPageCount >= maxPaymentMethods) {
    throw cardPageLimitReached(maxPaymentMethods);
  }
}
