import { orderLines, orders } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import { type DueRows, forEachDueRow } from "../../../kernel/due-rows.ts";
import { minuteMs } from "../../../kernel/durations.ts";
import { publicId } from "../../../kernel/ids.ts";
import { cancelPayment, type PaymentPorts } from "../../payments/index.ts";
import { orderCancelled } from "../errors.ts";
import { nextOrderState } from "../policy.ts";
import { lockOrder } from "./end-line.ts";

export const dueUnpaidOrders: DueRows = {
  table: orders,
  id: orders.id,
  workspaceId: orders.workspaceId,
  dueAt: orders.cancelsAt,
};

/** Until the outcome of an open charge is known. */
const retryMs = 10 * minuteMs;

/** An order that isn't paid within a day is cancelled with its payment pages, so that it can't be paid any more. */
export const cancelUnpaidOrders = (ctx: Ctx & PaymentPorts, signal: AbortSignal): Promise<void> =>
  forEachDueRow(ctx, dueUnpaidOrders, signal, async (id) => {
    await cancelUnpaid(ctx, id).catch(async (error: unknown) => {
      ctx.log.warn({ err: error, orderId: id }, "an unpaid order can't be cancelled yet");
      const cancelsAt = new Date((await ctx.clock.now()).getTime() + retryMs);
      await ctx.db.update(orders).set({ cancelsAt }).where(eq(orders.id, id));
    });
    return true;
  });

async function cancelUnpaid(ctx: Ctx & PaymentPorts, id: string): Promise<void> {
  const [unpaid] = await ctx.db.select({ paymentId: orders.paymentId }).from(orders).where(eq(orders.id, id));
  if (unpaid?.paymentId) {
    await cancelPayment(ctx, unpaid.paymentId);
  }
  const now = await ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, id);
    const state = nextOrderState(order.state, "cancel");
    // Paid at the last moment: then the order runs.
    if (!state) {
      await tx.update(orders).set({ cancelsAt: null }).where(eq(orders.id, id));
      return;
    }
    await tx.update(orders).set({ state, cancelsAt: null, finishedAt: now }).where(eq(orders.id, id));
    await tx
      .update(orderLines)
      .set({
        state: "failed",
        failure: orderCancelled,
        nextAttemptAt: null,
        secretEncrypted: null,
        finishedAt: now,
      })
      .where(eq(orderLines.orderId, id));
    await audit(tx, ctx, {
      workspaceId: order.workspaceId,
      action: "order.cancelled",
      target: publicId("ord", id),
      occurredAt: now,
    });
  });
}
