import type { Ctx } from "../../../kernel/ctx.ts";
import { lockPayment } from "../model/payment-row.ts";
import { type PaymentPorts, ProcessorError } from "../ports.ts";
import { callProcessor, requireProcessor } from "../processor/call-processor.ts";
import { type AttemptRow, leaveStarting, readAttempt } from "./attempt-row.ts";
import { isOpen } from "./policy.ts";
import { settleAttempt } from "./settle-attempt.ts";

/**
 * Makes sure that an open attempt takes no money any more, and records what it has taken. Canceled at the processor
 * first, so that nothing can be paid afterwards. Returns the attempt, which may still be open if its bank hasn't
 * answered.
 */
export async function closeAttempt(ctx: Ctx & PaymentPorts, attempt: AttemptRow): Promise<AttemptRow> {
  if (attempt.intentId === null && attempt.pageId === null) {
    const abandoned = await abandonAttempt(ctx, attempt);
    if (abandoned) {
      return abandoned;
    }
    const current = await readAttempt(ctx.db, attempt.id);
    return isOpen(current.state) ? closeAttempt(ctx, current) : current;
  }
  await endAtProcessor(ctx, attempt);
  return settleAttempt(ctx, attempt);
}

/** Undefined if it is known to the processor by now. */
export async function abandonAttempt(
  ctx: Ctx & PaymentPorts,
  attempt: AttemptRow,
): Promise<AttemptRow | undefined> {
  const finishedAt = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const payment = await lockPayment(tx, attempt.paymentId);
    const abandoned = await leaveStarting(tx, attempt, { state: "canceled", nextCheckAt: null, finishedAt });
    if (abandoned?.kind === "card") {
      await ctx.orders.whenChargeStops(tx, payment);
    }
    return abandoned;
  });
}

/** A refusal means that it has ended, as its next read shows. */
async function endAtProcessor(ctx: Ctx & PaymentPorts, attempt: AttemptRow) {
  const processor = requireProcessor(ctx, attempt);
  const { kind, pageId, intentId } = attempt;
  await callProcessor(async () => {
    try {
      if (kind === "page" && pageId !== null) {
        await processor.expirePaymentPage(pageId);
      } else if (intentId !== null) {
        await processor.cancelIntent(intentId);
      }
    } catch (error) {
      if (!(error instanceof ProcessorError && error.reason === "refused")) {
        throw error;
      }
    }
  });
}
