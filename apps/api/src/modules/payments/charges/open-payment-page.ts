import { paymentAttempts } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { storedActor } from "../../../kernel/actor.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import { newId, publicId } from "../../../kernel/ids.ts";
import { withCustomer } from "../cards/with-customer.ts";
import { chargeUnderWay } from "../errors.ts";
import { lockPayment, readPayment } from "../model/payment-row.ts";
import type { PaymentPorts } from "../ports.ts";
import { requireProcessor } from "../processor/call-processor.ts";
import { type AttemptRow, listOpenAttempts, moveAttempt } from "./attempt-row.ts";
import { isUnderWay } from "./charge-card.ts";
import { closeAttempt } from "./close-attempts.ts";
import { isOpen, isUnpaid, nextAttemptCheckAt, startedUntil } from "./policy.ts";
import { settleAttempt } from "./settle-attempt.ts";

/**
 * The processor's page on which a person pays and saves the card. An open page is used again. If there is nothing left
 * to pay, the person continues at `returnUrl`, which shows the result.
 */
export async function openPaymentPage(
  ctx: Ctx & PaymentPorts,
  paymentId: string,
  { returnUrl }: { returnUrl: string },
): Promise<{ url: string }> {
  const open = await findOpenPage(ctx, paymentId, returnUrl);
  const { status } = await readPayment(ctx.db, paymentId);
  if (!isUnpaid(status)) {
    return { url: returnUrl };
  }
  const attempt = open ?? (await startPage(ctx, paymentId, returnUrl));
  const url = attempt.url ?? (await createPage(ctx, attempt, returnUrl));
  return { url };
}

/** Other attempts are closed first, so that a person can't pay in two places. */
async function findOpenPage(
  ctx: Ctx & PaymentPorts,
  paymentId: string,
  returnUrl: string,
): Promise<AttemptRow | undefined> {
  const now = await ctx.clock.now();
  let found: AttemptRow | undefined;
  for (const attempt of await listOpenAttempts(ctx.db, paymentId)) {
    if (isUnderWay(attempt, now)) {
      throw chargeUnderWay();
    }
    const isSamePage = attempt.kind === "page" && attempt.url !== null && attempt.returnUrl === returnUrl;
    const current = isSamePage ? await settleAttempt(ctx, attempt) : await closeAttempt(ctx, attempt);
    if (isSamePage && isOpen(current.state)) {
      found = current;
    } else if (current.state === "confirming") {
      throw chargeUnderWay();
    }
  }
  return found;
}

/** A page that another request has just started is left to it. */
async function startPage(ctx: Ctx, paymentId: string, returnUrl: string): Promise<AttemptRow> {
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const { workspaceId } = await lockPayment(tx, paymentId);
    if ((await listOpenAttempts(tx, paymentId)).length > 0) {
      throw chargeUnderWay();
    }
    const [attempt] = await tx
      .insert(paymentAttempts)
      .values({
        id: newId(),
        workspaceId,
        paymentId,
        kind: "page",
        state: "starting",
        isOnSession: true,
        returnUrl,
        requestedBy: storedActor(ctx.actor),
        requestId: ctx.requestId,
        nextCheckAt: startedUntil(now),
        createdAt: now,
      })
      .returning();
    if (!attempt) {
      throw new Error("the payment page was not inserted");
    }
    return attempt;
  });
}

async function createPage(ctx: Ctx & PaymentPorts, attempt: AttemptRow, returnUrl: string): Promise<string> {
  const processor = requireProcessor(ctx);
  const { amountCents, currency, orderId } = await readPayment(ctx.db, attempt.paymentId);
  const page = await withCustomer(ctx, attempt.workspaceId, (customerId) =>
    processor.openPaymentPage({
      customerId,
      amountCents,
      currency,
      title: `Order ${publicId("ord", orderId)}`,
      paymentId: publicId("pay", attempt.paymentId),
      returnUrl,
      cancelUrl: returnUrl,
      idempotencyKey: newId(),
    }),
  ).catch(async (error: unknown) => {
    // If the page exists, its URL was never returned, so it can't be paid.
    await ctx.db.delete(paymentAttempts).where(eq(paymentAttempts.id, attempt.id));
    throw error;
  });
  const now = await ctx.clock.now();
  const stored = await ctx.db.transaction(async (tx) => {
    await lockPayment(tx, attempt.paymentId);
    const nextCheckAt = nextAttemptCheckAt(attempt, now);
    return moveAttempt(
      tx,
      { id: attempt.id, from: "starting" },
      { state: "awaiting_customer", pageId: page.id, url: page.url, nextCheckAt },
    );
  });
  if (!stored) {
    throw chargeUnderWay();
  }
  return page.url;
}
