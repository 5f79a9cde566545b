import { refunds, type StoredActor, type Transaction } from "@zonepost/db";
import { eq, inArray } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { Ctx, Queryable } from "../../../kernel/ctx.ts";
import { newId, publicId } from "../../../kernel/ids.ts";
import { paymentDisputed, paymentNotPaid, refundTooLarge } from "../errors.ts";
import { taxOfRefund } from "../ledger/tax-of-refund.ts";
import { listRefundsOfPayment } from "../model/list-refunds-of-payment.ts";
import type { PaymentRow } from "../model/payment-row.ts";
import type { RefundRow } from "../model/refund-row.ts";
import { listPaidAttempts } from "./list-paid-attempts.ts";
import {
  coveredBy,
  nextRefundCheckAt,
  type RefundRefusal,
  refundableCents,
  refundRefusal,
} from "./policy.ts";
import { isOwed, sumPendingRefunds } from "./read-refunds.ts";

type RefundRequest = {
  /** With its lock, so that two requests can't return the same money. */
  payment: PaymentRow;
  /** With tax. */
  amountCents: number;
  lineAmounts: RefundRow["lineAmounts"];
  reason: Exclude<RefundRow["reason"], "paid_twice">;
  requestedBy: StoredActor;
  requestId: string | null;
  /** The operator's reason. */
  note?: string | undefined;
  /** Stored for the operator's decision: no money moves. */
  isWaiting?: boolean;
};

/**
 * Stores a refund in the transaction of its cause. Send it with `sendRefund` after the commit; if the process dies
 * before, the sweep sends it. Throws a conflict if the money isn't available.
 */
export async function requestRefund(
  tx: Transaction,
  ctx: Ctx,
  request: RefundRequest,
  now: Date,
): Promise<RefundRow> {
  const { payment, amountCents, lineAmounts, reason, requestedBy, requestId, note, isWaiting } = request;
  const state = isWaiting ? "waiting" : "pending";
  await requireRefundable(tx, payment, amountCents);
  const earlier = await listRefundsOfPayment(tx, payment.id);
  const [row] = await tx
    .insert(refunds)
    .values({
      id: newId(),
      workspaceId: payment.workspaceId,
      paymentId: payment.id,
      ...(await readPaidAttempt(tx, payment)),
      state,
      reason,
      amountCents,
      taxCents: taxOfRefund(payment, amountCents, earlier),
      lineAmounts,
      requestedBy,
      requestId,
      note,
      nextCheckAt: nextRefundCheckAt({ state, createdAt: now }, now),
      createdAt: now,
    })
    .returning();
  if (!row) {
    throw new Error("the refund was not inserted");
  }
  if (!isWaiting) {
    await settle(tx, coveredBy(earlier.filter(isOwed), { lineAmounts }), now);
    await endRequests(tx, earlier, { lineAmounts });
  }
  await audit(tx, ctx, {
    workspaceId: row.workspaceId,
    action: isWaiting ? "payment.refund_waiting" : "payment.refund_requested",
    target: publicId("pay", payment.id),
    details: { id: publicId("rfd", row.id), amountCents, currency: payment.currency, reason },
    occurredAt: now,
    actor: requestedBy,
    requestId,
  });
  return row;
}

/** A refund of one of its lines answers a request. */
async function endRequests(
  tx: Transaction,
  stored: readonly RefundRow[],
  made: Pick<RefundRow, "lineAmounts">,
): Promise<void> {
  const lineIds = new Set(made.lineAmounts.map(({ lineId }) => lineId));
  const answered = stored.filter(
    ({ state, reason, lineAmounts }) =>
      state === "waiting" && reason === "requested" && lineAmounts.some(({ lineId }) => lineIds.has(lineId)),
  );
  for (const { id } of answered) {
    await tx.delete(refunds).where(eq(refunds.id, id));
  }
}

/** Another refund takes the place of these, which have failed. */
export async function settle(tx: Transaction, failed: readonly RefundRow[], now: Date): Promise<void> {
  const ids = failed.map(({ id }) => id);
  if (ids.length > 0) {
    await tx.update(refunds).set({ settledAt: now }).where(inArray(refunds.id, ids));
  }
}

/** Throws if this much of a payment can't be refunded now. */
export async function requireRefundable(
  db: Queryable,
  payment: PaymentRow,
  amountCents: number,
): Promise<void> {
  switch (await refundRefusalNow(db, payment, amountCents)) {
    case "not_paid":
      throw paymentNotPaid();
    case "disputed":
      throw paymentDisputed();
    case "too_much":
      throw refundTooLarge(Math.max(0, await readRefundableCents(db, payment)));
    case undefined:
  }
}

/** Why this much of a payment can't be refunded now. */
export const refundRefusalNow = async (
  db: Queryable,
  payment: PaymentRow,
  amountCents: number,
): Promise<RefundRefusal | undefined> =>
  refundRefusal(payment, { amountCents, pendingCents: await sumPendingRefunds(db, payment) });

/** What is left of the payment, with tax. */
export const readRefundableCents = async (db: Queryable, payment: PaymentRow): Promise<number> =>
  refundableCents(payment, await sumPendingRefunds(db, payment));

/** The first charge that succeeded. A second one is returned as a whole. */
async function readPaidAttempt(
  tx: Transaction,
  { id }: PaymentRow,
): Promise<Pick<RefundRow, "attemptId" | "processor">> {
  const [row] = await listPaidAttempts(tx, id);
  if (!row) {
    throw new Error(`the payment ${id} was received without a charge`);
  }
  return { attemptId: row.id, processor: row.processor };
}
