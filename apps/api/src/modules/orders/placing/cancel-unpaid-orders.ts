import { orders } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { forEachDueRow } from "../../../kernel/due-work/due-rows.ts";
import type { DueRows } from "../../../kernel/due-work/due-work.ts";
import { dayMs, minuteMs } from "../../../kernel/durations.ts";
import { failureOf, noLongerDue, orderCancelled } from "../errors.ts";
import { readOrder } from "../model/order-row.ts";
import type { OrderPorts } from "../ports.ts";
import { isStillDue } from "../renewables/is-still-due.ts";
import { cancelOrder } from "./cancel-order.ts";

export const dueUnpaidOrders: DueRows = {
  table: orders,
  id: orders.id,
  workspaceId: orders.workspaceId,
  dueAt: orders.cancelsAt,
};

/** Until the outcome of an open charge is known. */
const retryMs = 10 * minuteMs;

/** Cancels orders that aren't paid within a day. A renewal's order is checked daily, and kept while it is due. */
export const cancelUnpaidOrders = (ctx: Ctx & OrderPorts, signal: AbortSignal): Promise<void> =>
  forEachDueRow(ctx, dueUnpaidOrders, signal, async (id) => {
    const waitMs = await cancelUnpaid(ctx, id).catch((error: unknown) => {
      ctx.log.warn({ err: error, orderId: id }, "an unpaid order can't be cancelled yet");
      return retryMs;
    });
    if (waitMs) {
      const cancelsAt = new Date((await ctx.clock.now()).getTime() + waitMs);
      await ctx.db
        .update(orders)
        .set({ cancelsAt })
        .where(and(eq(orders.id, id), eq(orders.state, "awaiting_payment")));
    }
    return true;
  });

/** Undefined if it has been canceled or paid. */
async function cancelUnpaid(ctx: Ctx & OrderPorts, id: string): Promise<number | undefined> {
  const { order, lines } = await readOrder(ctx.db, id);
  const isRenewal = order.origin === "renewal";
  if (isRenewal && (await isStillDue(ctx, lines))) {
    return dayMs;
  }
  await cancelOrder(ctx, id, isRenewal ? noLongerDue : failureOf(orderCancelled()));
}
