import { orderLines, orders, type Transaction } from "@zonepost/db";
import { and, eq, inArray } from "drizzle-orm";
import { wakeWorkers } from "../../../kernel/due-work/wake.ts";
import {
  issueReceipt,
  listRefundsOfPayment,
  type PaymentListener,
  readPayment,
  type Seller,
  settleReturned,
} from "../../payments/index.ts";
import { recordRefunded } from "../carrying-out/write-line.ts";
import { confirmationDueAt } from "../emails/policy.ts";
import { queueOrderEmail } from "../emails/queue-order-email.ts";
import { holdName, namedLines, releaseNames } from "../holds/held-names.ts";
import { recordLoss } from "../losses/record-loss.ts";
import { recheckLosses } from "../losses/reduce-owed.ts";
import { detailsOfOrder } from "../model/order-details.ts";
import { isHeldRow, lockOrder, type OrderLineRow, readLines, readOrder } from "../model/order-row.ts";
import { isHeldUntilConfirmed, lineTimes, nextOrderState, withTax } from "../model/policy.ts";
import { refundHeldLines } from "../refunds/refund-held-lines.ts";
import { countedFrom } from "../spending/count-toward-limit.ts";

/** What payments tell orders, in their own transactions. */
export const createPaymentListener = (setting: {
  isHeldUntilConfirmed: boolean;
  seller: Seller;
  undoneRegistrations: number | null;
}): PaymentListener => {
  /** The lines that don't wait for the confirmation of their payment. */
  async function begunLines(tx: Transaction, orderId: string): Promise<OrderLineRow[]> {
    const lines = await readLines(tx, orderId);
    return setting.isHeldUntilConfirmed ? lines.filter((line) => !isHeldUntilConfirmed(line, lines)) : lines;
  }

  return {
    describeOrder: async (db, { orderId }) => detailsOfOrder(await readOrder(db, orderId)),

    isAwaitingPayment: async (tx, { orderId }) =>
      nextOrderState((await lockOrder(tx, orderId)).state, "pay") !== undefined,

    async whenChargeBegins(tx, { orderId }) {
      for (const line of namedLines(await begunLines(tx, orderId))) {
        if (!(await holdName(tx, line))) {
          return false;
        }
      }
      return true;
    },

    whenChargeStops: (tx, { orderId }) => releaseNames(tx, orderId),

    async whenPaymentReceived(tx, { id: paymentId, workspaceId, orderId }, now) {
      const [order] = await tx
        .update(orders)
        .set({ state: "processing", payingUntil: null, cancelsAt: null, countedAt: countedFrom(now) })
        .where(and(eq(orders.id, orderId), eq(orders.state, "awaiting_payment")))
        .returning();
      if (!order) {
        return;
      }
      const isBegun = setting.isHeldUntilConfirmed
        ? inArray(
            orderLines.id,
            (await begunLines(tx, orderId)).map(({ id }) => id),
          )
        : eq(orderLines.orderId, orderId);
      const begun = await tx
        .update(orderLines)
        .set(lineTimes(now))
        .where(and(isBegun, eq(orderLines.state, "pending")))
        .returning();
      await holdNames(tx, begun);
      await issueReceipt(
        tx,
        { workspaceId, orderId, paymentId, taxPercent: order.taxPercent, seller: setting.seller },
        now,
      );
      const queued = { workspaceId, orderId, kind: "receipt", subjectId: orderId, dueAt: now } as const;
      await queueOrderEmail(tx, queued, now);
    },

    async whenConfirmationNeeded(tx, { workspaceId, orderId }, { isPresent }, now) {
      const dueAt = confirmationDueAt(isPresent, now);
      const kind = "payment_confirmation_needed";
      await queueOrderEmail(tx, { workspaceId, orderId, kind, subjectId: orderId, dueAt }, now);
    },

    async whenPaymentConfirmed(tx, { orderId }, now) {
      await holdNames(tx, await readLines(tx, orderId));
      await beginHeldLines(tx, orderId, now);
    },

    // The held lines are due now, and fail because their payment was returned.
    whenPaymentReturned: (tx, { orderId }, now) => beginHeldLines(tx, orderId, now),

    async whenRefundEnds(tx, { id, workspaceId, paymentId, lineAmounts, state }, now) {
      const { orderId } = await readPayment(tx, paymentId);
      const kind = state === "succeeded" ? "refund" : "refund_failed";
      await queueOrderEmail(tx, { workspaceId, orderId, kind, subjectId: id, dueAt: now }, now);
      const refunds = await listRefundsOfPayment(tx, paymentId);
      const returned = refunds
        .filter(({ state }) => state === "succeeded")
        .flatMap((refund) => refund.lineAmounts);
      for (const lineId of new Set(lineAmounts.map((amount) => amount.lineId))) {
        const ofLine = returned.filter((amount) => amount.lineId === lineId);
        // Summed again each time, because a bank can return a refund that had succeeded.
        const refundedCents = ofLine.reduce((sum, { amountCents }) => sum + amountCents, 0);
        const [line] = await tx
          .update(orderLines)
          .set({ refundedCents })
          .where(eq(orderLines.id, lineId))
          .returning();
        if (line) {
          await recordRefunded(tx, line);
          await recheckLosses(tx, line, now);
        }
      }
      if (lineAmounts.length > 0) {
        const lines = await readLines(tx, orderId);
        const whole = lines.filter((line) => line.refundedCents >= withTax(line)).map((line) => line.id);
        await settleReturned(tx, refunds, new Set(whole), now);
      }
    },

    async whenDisputesChange(tx, ctx, payment, now) {
      await tx.update(orders).set({ disputeCheckAt: now }).where(eq(orders.id, payment.orderId));
      await recordLoss(tx, ctx, payment, now);
      await wakeWorkers(tx, "orders");
      if (payment.status !== "disputed") {
        await refundHeldLines(tx, { ...ctx, ...setting }, payment, now);
      }
    },
  };
};

/** Paid on a page or at the bank, or confirmed. A line whose name another workspace holds by now fails when it is carried out. */
async function holdNames(tx: Transaction, lines: readonly OrderLineRow[]): Promise<void> {
  for (const line of namedLines(lines)) {
    await holdName(tx, line);
  }
}

/** The time to wait for their registry starts now. */
async function beginHeldLines(tx: Transaction, orderId: string, now: Date): Promise<void> {
  await tx
    .update(orderLines)
    .set(lineTimes(now))
    .where(and(eq(orderLines.orderId, orderId), isHeldRow));
  await wakeWorkers(tx, "orders");
}
