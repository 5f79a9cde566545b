import { refunds, type StoredActor, type Transaction } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import { newId, publicId } from "../../../kernel/ids.ts";
import { noRefundRequest, refundNotRetryable } from "../errors.ts";
import { taxOfRefund } from "../ledger/tax-of-refund.ts";
import { listRefundsOfPayment } from "../model/list-refunds-of-payment.ts";
import type { PaymentRow } from "../model/payment-row.ts";
import { isOfPayment, type RefundRow } from "../model/refund-row.ts";
import { nextRefundCheckAt } from "./policy.ts";
import { isOwed } from "./read-refunds.ts";
import { requireRefundable, settle } from "./request-refund.ts";

type Retry = {
  /** With its lock. */
  payment: PaymentRow;
  refund: RefundRow;
  requestedBy: StoredActor;
  /** How the operator has paid it in another way; undefined to send it to the card. */
  outside?: { note: string } | undefined;
};

/**
 * Makes a refund that failed once more, as a new one, or begins one that waits for the operator. Send it after the commit.
 * Throws a conflict if it is on its way, or its money has gone otherwise.
 */
export async function retryRefund(
  tx: Transaction,
  ctx: Ctx,
  { payment, refund, requestedBy, outside }: Retry,
  now: Date,
): Promise<RefundRow> {
  const { amountCents, state } = refund;
  const stored = await listRefundsOfPayment(tx, payment.id);
  requireRetryable(refund);
  const isPart = isOfPayment(refund, payment);
  if (isPart) {
    await requireRefundable(tx, payment, amountCents);
  }
  const begun = {
    state: "pending",
    requestedBy,
    taxCents: taxOfRefund(payment, amountCents, isPart ? stored : []),
    requestId: ctx.requestId,
    nextCheckAt: outside ? null : nextRefundCheckAt({ state: "pending", createdAt: now }, now),
  } as const;
  const [row] =
    state === "waiting"
      ? await tx.update(refunds).set(begun).where(eq(refunds.id, refund.id)).returning()
      : await tx
          .insert(refunds)
          .values({
            ...begun,
            id: newId(),
            workspaceId: refund.workspaceId,
            paymentId: refund.paymentId,
            attemptId: refund.attemptId,
            processor: refund.processor,
            reason: refund.reason,
            amountCents,
            lineAmounts: refund.lineAmounts,
            note: outside?.note ?? refund.note,
            isOutside: outside !== undefined,
            retryOfId: refund.id,
            createdAt: now,
          })
          .returning();
  if (!row) {
    throw new Error(`the refund ${refund.id} was not retried`);
  }
  await settle(tx, state === "failed" ? [refund] : [], now);
  await audit(tx, ctx, {
    workspaceId: payment.workspaceId,
    action: "payment.refund_requested",
    target: publicId("pay", payment.id),
    details: { id: publicId("rfd", row.id), amountCents, currency: payment.currency, reason: row.reason },
    occurredAt: now,
    actor: requestedBy,
  });
  return row;
}

/** Nothing is left to return of these lines: their refunds that failed were made up for by others, also in parts. */
export async function settleReturned(
  tx: Transaction,
  stored: readonly RefundRow[],
  lineIds: ReadonlySet<string>,
  now: Date,
): Promise<void> {
  const owed = stored.filter(
    (refund) =>
      isOwed(refund) &&
      refund.lineAmounts.length > 0 &&
      refund.lineAmounts.every(({ lineId }) => lineIds.has(lineId)),
  );
  await settle(tx, owed, now);
}

/**
 * The bank has taken back all that is left of the payment, and with it what these refunds were to return. Answers how much
 * was owed.
 */
export async function settleByLoss(
  tx: Transaction,
  payment: PaymentRow,
  lostCents: number,
  now: Date,
): Promise<number> {
  const { id, amountCents, refundedCents } = payment;
  if (refundedCents + lostCents < amountCents) {
    return 0;
  }
  const stored = await listRefundsOfPayment(tx, id);
  const owed = stored.filter((refund) => isOwed(refund) && isOfPayment(refund, payment));
  await settle(tx, owed, now);
  await tx.delete(refunds).where(and(eq(refunds.paymentId, id), eq(refunds.state, "waiting")));
  return owed.reduce((sum, refund) => sum + refund.amountCents, 0);
}

/** Each refund is retried once; its retry can be retried again. */
export function requireRetryable({ state, reason, settledAt }: RefundRow): void {
  if (state === "pending" || state === "succeeded") {
    throw refundNotRetryable(state);
  }
  if (settledAt !== null) {
    throw refundNotRetryable("retried");
  }
  // What the lines paid for is decided with the money.
  if (state === "waiting" && reason === "requested") {
    throw refundNotRetryable("requested");
  }
}

/** The operator decided otherwise about these lines. */
export async function dropWaitingRefunds(
  tx: Transaction,
  { id }: PaymentRow,
  lineIds: ReadonlySet<string>,
): Promise<void> {
  const stored = await listRefundsOfPayment(tx, id);
  for (const { id: refundId, state, lineAmounts } of stored) {
    if (state === "waiting" && lineAmounts.some(({ lineId }) => lineIds.has(lineId))) {
      await tx.delete(refunds).where(eq(refunds.id, refundId));
    }
  }
}

/** A request that the operator has declined is a refund that failed, and isn't owed. */
export async function declineRefund(
  tx: Transaction,
  { id, state, reason }: RefundRow,
  now: Date,
): Promise<RefundRow> {
  if (state !== "waiting" || reason !== "requested") {
    throw noRefundRequest();
  }
  const [row] = await tx
    .update(refunds)
    .set({ state: "failed", failure: declined, finishedAt: now, settledAt: now })
    .where(eq(refunds.id, id))
    .returning();
  if (!row) {
    throw new Error(`the refund ${id} was not declined`);
  }
  return row;
}

const declined = { code: "declined", message: "The operator declined the request." };

/** The operator's reason, also on refunds that the deletion of a domain has stored. */
export async function noteRefund(tx: Transaction, refundId: string, note: string): Promise<void> {
  await tx.update(refunds).set({ note }).where(eq(refunds.id, refundId));
}
