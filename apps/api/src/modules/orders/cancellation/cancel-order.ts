import { orderLines, orders } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import { publicId } from "../../../kernel/ids.ts";
import { cancelPayment, type PaymentPorts } from "../../payments/index.ts";
import type { LineFailure } from "../errors.ts";
import { nextOrderState } from "../policy.ts";
import { lockOrder } from "../use-cases/lines/end-line.ts";

/** Cancels an unpaid order with its payment pages, so that it can no longer be paid. `paid`: it was paid just before. */
export async function cancelOrder(
  ctx: Ctx & PaymentPorts,
  id: string,
  reason: LineFailure,
): Promise<"cancelled" | "paid"> {
  const [unpaid] = await ctx.db.select({ paymentId: orders.paymentId }).from(orders).where(eq(orders.id, id));
  if (unpaid?.paymentId) {
    await cancelPayment(ctx, unpaid.paymentId);
  }
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, id);
    const state = nextOrderState(order.state, "cancel");
    if (!state) {
      await tx.update(orders).set({ cancelsAt: null }).where(eq(orders.id, id));
      return order.state === "cancelled" ? "cancelled" : "paid";
    }
    await tx
      .update(orders)
      .set({ state, cancelsAt: null, countedAt: null, finishedAt: now })
      .where(eq(orders.id, id));
    await tx
      .update(orderLines)
      .set({ state: "failed", failure: reason, nextAttemptAt: null, secretEncrypted: null, finishedAt: now })
      .where(eq(orderLines.orderId, id));
    await audit(tx, ctx, {
      workspaceId: order.workspaceId,
      action: "order.cancelled",
      target: publicId("ord", id),
      occurredAt: now,
    });
    return "cancelled";
  });
}
