import { refunds, type Transaction } from "@zonepost/db";
import { wakeWorkers } from "../../../kernel/due-work/wake.ts";
import { newId } from "../../../kernel/ids.ts";
import type { PaymentRow } from "../model/payment-row.ts";
import type { AttemptRow } from "./attempt-row.ts";

/** Sends back a whole charge that is not needed. The refund is stored here, and sent at once by the sweep of refunds. */
export async function returnCharge(
  tx: Transaction,
  given: { payment: PaymentRow; attempt: AttemptRow; reason: "paid_twice" | "order_canceled" },
  now: Date,
): Promise<void> {
  const { payment, attempt, reason } = given;
  await tx.insert(refunds).values({
    id: newId(),
    workspaceId: payment.workspaceId,
    paymentId: payment.id,
    attemptId: attempt.id,
    processor: attempt.processor,
    state: "pending",
    reason,
    amountCents: payment.amountCents,
    taxCents: payment.taxCents,
    lineAmounts: [],
    requestedBy: attempt.requestedBy,
    requestId: attempt.requestId,
    nextCheckAt: now,
    createdAt: now,
  });
  await wakeWorkers(tx, "clock");
}
