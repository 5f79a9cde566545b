import type { Transaction } from "@zonepost/db";
import type { Ctx } from "../../../kernel/ctx.ts";
import { lockPayment, readPayment } from "../model/payment-row.ts";
import type { PaymentPorts } from "../ports.ts";
import { type AttemptRow, listOpenAttempts } from "./attempt-row.ts";
import { closeAttempt } from "./close-attempts.ts";
import { isOpen, isUnpaid } from "./policy.ts";

/** `under_way`: a charge has begun, and its outcome isn't known. */
export type CancelResult = "canceled" | "received" | "under_way";

/** While payments are off, pages can't be closed: if one is paid, the money is returned once they are on again. */
const isOutOfReach = ({ processors }: Pick<PaymentPorts, "processors">, attempt: AttemptRow): boolean =>
  attempt.state === "awaiting_customer" && processors.byCode(attempt.processor) === undefined;

/**
 * For an order that is cancelled unpaid: nothing can be paid on its pages or at a bank any more. Without an event, since
 * nothing was charged. If money has arrived, the payment is `received`.
 *
 * @param sparesCharges only what waits for a person is ended, not a charge that has begun
 */
export async function cancelPayment(
  ctx: Ctx & PaymentPorts,
  paymentId: string,
  { sparesCharges = false } = {},
): Promise<CancelResult> {
  for (const attempt of await listOpenAttempts(ctx.db, paymentId)) {
    if (isOutOfReach(ctx, attempt)) {
      continue;
    }
    if (sparesCharges && attempt.state !== "awaiting_customer") {
      return "under_way";
    }
    const { state } = await closeAttempt(ctx, attempt);
    if (isOpen(state)) {
      return "under_way";
    }
  }
  const { status } = await readPayment(ctx.db, paymentId);
  return isUnpaid(status) ? "canceled" : "received";
}

/**
 * The same question with the payment's lock: until the transaction ends, no attempt begins. Another request may have
 * begun one since the payment was canceled.
 */
export async function lockCanceledPayment(
  tx: Transaction,
  ctx: Pick<PaymentPorts, "processors">,
  paymentId: string,
): Promise<CancelResult> {
  const { status } = await lockPayment(tx, paymentId);
  if (!isUnpaid(status)) {
    return "received";
  }
  const open = await listOpenAttempts(tx, paymentId);
  return open.every((attempt) => isOutOfReach(ctx, attempt)) ? "canceled" : "under_way";
}
