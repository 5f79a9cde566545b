import { orderLines, orders, type Transaction } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import { wakeWorkers } from "../../../kernel/wake.ts";
import { issueReceipt, listRefundsOfPayment, type PaymentListener } from "../../payments/index.ts";
import { lineTimes, nextLineState, nextOrderState, refundEvent } from "../policy.ts";
import { lockOrder, refundFailedLines } from "./end-line.ts";

/** What payments tell orders, in their own transactions. */
export const paymentListener: PaymentListener = {
  async whenPaymentReceived(tx, { id: paymentId, workspaceId, orderId }, now) {
    const order = await lockOrder(tx, orderId);
    const state = nextOrderState(order.state, "pay");
    if (!state) {
      return order.state !== "cancelled";
    }
    await tx.update(orders).set({ state, cancelsAt: null }).where(eq(orders.id, orderId));
    await tx
      .update(orderLines)
      .set(lineTimes(now))
      .where(and(eq(orderLines.orderId, orderId), eq(orderLines.state, "pending")));
    await wakeWorkers(tx, "orders");
    await issueReceipt(tx, { workspaceId, orderId, paymentId, taxPercent: order.taxPercent }, now);
    return true;
  },

  // Orders run once the money has arrived.
  async whenPaymentConfirmed() {},

  async whenRefundEnds(tx, { paymentId, lineAmounts }) {
    const refunds = await listRefundsOfPayment(tx, paymentId);
    const returned = refunds
      .filter(({ state }) => state === "succeeded")
      .flatMap((refund) => refund.lineAmounts);
    for (const lineId of new Set(lineAmounts.map((amount) => amount.lineId))) {
      const ofLine = returned.filter((amount) => amount.lineId === lineId);
      await recordRefunded(
        tx,
        lineId,
        ofLine.reduce((sum, { amountCents }) => sum + amountCents, 0),
      );
    }
  },

  async whenDisputesChange(tx, ctx, payment, now) {
    await tx.update(orders).set({ disputeCheckAt: now }).where(eq(orders.id, payment.orderId));
    await wakeWorkers(tx, "orders");
    if (payment.status !== "disputed") {
      await refundFailedLines(tx, ctx, payment, now);
    }
  },
};

/** Summed again each time, because a bank can return a refund that had succeeded. */
async function recordRefunded(tx: Transaction, id: string, refundedCents: number): Promise<void> {
  const [line] = await tx.update(orderLines).set({ refundedCents }).where(eq(orderLines.id, id)).returning();
  const state = line && nextLineState(line.state, refundEvent(line));
  if (state) {
    await tx.update(orderLines).set({ state }).where(eq(orderLines.id, id));
  }
}
