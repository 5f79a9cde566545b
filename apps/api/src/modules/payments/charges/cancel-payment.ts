import type { Ctx } from "../../../kernel/ctx.ts";
import { chargeUnderWay } from "../errors.ts";
import { readPayment } from "../model/payment-row.ts";
import type { PaymentPorts } from "../ports.ts";
import { listOpenAttempts } from "./attempt-row.ts";
import { closeAttempt } from "./close-attempts.ts";
import { isOpen, isUnpaid } from "./policy.ts";

/**
 * For an order that is cancelled unpaid: nothing can be paid on its pages or at a bank any more. Without an event, since
 * nothing was charged. If money has arrived, the payment is `received`. While payments are off, pages can't be closed: if
 * one is paid, the money is returned once they are on again.
 */
export async function cancelPayment(
  ctx: Ctx & PaymentPorts,
  paymentId: string,
): Promise<"canceled" | "received"> {
  for (const attempt of await listOpenAttempts(ctx.db, paymentId)) {
    if (ctx.processor === null && attempt.state === "awaiting_customer") {
      continue;
    }
    const { state } = await closeAttempt(ctx, attempt);
    if (isOpen(state)) {
      throw chargeUnderWay();
    }
  }
  const { status } = await readPayment(ctx.db, paymentId);
  return isUnpaid(status) ? "canceled" : "received";
}
