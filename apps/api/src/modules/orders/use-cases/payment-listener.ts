import { orderLines, orders, type Transaction } from "@zonepost/db";
import { and, eq, inArray, sql } from "drizzle-orm";
import { rowId } from "../../../kernel/ids.ts";
import { wakeWorkers } from "../../../kernel/wake.ts";
import { issueReceipt, type PaymentListener } from "../../payments/index.ts";
import { lineTimes, nextLineState, nextOrderState, withTax } from "../policy.ts";
import { lockOrder } from "./end-line.ts";

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

  async whenRefundEnds(tx, refund) {
    if (refund.state === "succeeded") {
      for (const { lineId, amountCents } of refund.lineAmounts) {
        await returnToLine(tx, rowId("orl", lineId) ?? lineId, amountCents);
      }
    }
  },
};

async function returnToLine(tx: Transaction, id: string, amountCents: number): Promise<void> {
  const [line] = await tx
    .update(orderLines)
    .set({ refundedCents: sql`${orderLines.refundedCents} + ${amountCents}` })
    .where(inArray(orderLines.id, [id]))
    .returning();
  const state = line && line.refundedCents >= withTax(line) && nextLineState(line.state, "refund");
  if (state) {
    await tx.update(orderLines).set({ state }).where(eq(orderLines.id, id));
  }
}
