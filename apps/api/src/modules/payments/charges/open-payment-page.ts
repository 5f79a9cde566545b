import { paymentAttempts } from "@zonepost/db";
import { eq } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { newId, publicId } from "../../../kernel/ids.ts";
import { withCustomer } from "../cards/with-customer.ts";
import { chargeUnderWay, paymentEnded } from "../errors.ts";
import { lockPayment, type PaymentRow, readPayment } from "../model/payment-row.ts";
import type { PaymentPorts } from "../ports.ts";
import { requireProcessor } from "../processor/call-processor.ts";
import { type AttemptRow, insertAttempt, leaveStarting, listOpenAttempts } from "./attempt-row.ts";
import { isUnderWay } from "./charge-card.ts";
import { closeAttempt } from "./close-attempts.ts";
import { isOpen, isUnpaid, nextAttemptCheckAt } from "./policy.ts";
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
  const payment = await readPayment(ctx.db, paymentId);
  if (!isUnpaid(payment.status)) {
    return { url: returnUrl };
  }
  const attempt = open ?? (await startPage(ctx, paymentId, returnUrl));
  const url = attempt.url ?? (await createPage(ctx, attempt, payment, returnUrl));
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
async function startPage(ctx: Ctx & PaymentPorts, paymentId: string, returnUrl: string): Promise<AttemptRow> {
  const now = await ctx.clock.now();
  const { code: processor } = requireProcessor(ctx);
  return ctx.db.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    if ((await listOpenAttempts(tx, paymentId)).length > 0) {
      throw chargeUnderWay();
    }
    if (!(await ctx.orders.isAwaitingPayment(tx, payment))) {
      throw paymentEnded();
    }
    const page = { kind: "page", processor, isOnSession: true, returnUrl } as const;
    return insertAttempt(tx, ctx, payment, page, now);
  });
}

async function createPage(
  ctx: Ctx & PaymentPorts,
  attempt: AttemptRow,
  payment: PaymentRow,
  returnUrl: string,
): Promise<string> {
  const processor = requireProcessor(ctx);
  const { amountCents, currency, orderId } = payment;
  const details = await ctx.orders.describeOrder(ctx.db, payment);
  const page = await withCustomer(ctx, attempt.workspaceId, (customerId) =>
    processor.openPaymentPage({
      customerId,
      amountCents,
      currency,
      title: `Order ${publicId("ord", orderId)}`,
      paymentId: publicId("pay", attempt.paymentId),
      details,
      returnUrl,
      cancelUrl: returnUrl,
      idempotencyKey: newId(),
    }),
  ).catch(async (error: unknown) => {
    // If the page exists, its URL was never returned, so it can't be paid.
    await ctx.db.delete(paymentAttempts).where(eq(paymentAttempts.id, attempt.id));
    throw error;
  });
  const nextCheckAt = nextAttemptCheckAt(attempt, await ctx.clock.now());
  const stored = await leaveStarting(ctx.db, attempt, {
    state: "awaiting_customer",
    pageId: page.id,
    url: page.url,
    nextCheckAt,
  });
  if (!stored) {
    throw chargeUnderWay();
  }
  return page.url;
}
