import { orders, type Transaction } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import { publicId } from "../../../kernel/ids.ts";
import {
  type CancelResult,
  cancelPayment,
  chargeUnderWay,
  lockCanceledPayment,
  type PaymentPorts,
} from "../../payments/index.ts";
import { cancelLines } from "../carrying-out/write-line.ts";
import type { LineFailure } from "../errors.ts";
import { lockOrder } from "../model/order-row.ts";
import { nextOrderState } from "../model/policy.ts";

type Cancelled = "cancelled" | "paid" | Extract<CancelResult, "under_way">;

/**
 * Cancels an unpaid order with its payment pages, so that it can no longer be paid. `paid`: it was paid just before.
 * Throws while the outcome of a charge isn't known.
 */
export async function cancelOrder(
  ctx: Ctx & PaymentPorts,
  id: string,
  reason: LineFailure,
): Promise<"cancelled" | "paid"> {
  const [unpaid] = await ctx.db.select({ paymentId: orders.paymentId }).from(orders).where(eq(orders.id, id));
  const paymentId = unpaid?.paymentId ?? null;
  if (paymentId !== null && (await cancelPayment(ctx, paymentId)) === "under_way") {
    throw chargeUnderWay();
  }
  const now = await ctx.clock.now();
  const cancelled = await ctx.db.transaction((tx) => endUnpaidOrder(tx, ctx, { id, paymentId, reason }, now));
  if (cancelled === "under_way") {
    throw chargeUnderWay();
  }
  return cancelled;
}

/** The last step, once the payment has been canceled at the processor. */
export async function endUnpaidOrder(
  tx: Transaction,
  ctx: Ctx & PaymentPorts,
  { id, paymentId, reason }: { id: string; paymentId: string | null; reason: LineFailure },
  now: Date,
): Promise<Cancelled> {
  if (paymentId !== null && (await lockCanceledPayment(tx, ctx, paymentId)) === "under_way") {
    return "under_way";
  }
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
  await cancelLines(tx, id, reason, now);
  await audit(tx, ctx, {
    workspaceId: order.workspaceId,
    action: "order.cancelled",
    target: publicId("ord", id),
    occurredAt: now,
  });
  return "cancelled";
}
