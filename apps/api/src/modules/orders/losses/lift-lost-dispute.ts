import { orders, type Transaction } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import { type Ctx, type OperatorCtx, workspaceSideOf } from "../../../kernel/ctx.ts";
import { wakeWorkers } from "../../../kernel/due-work/wake.ts";
import { publicId } from "../../../kernel/ids.ts";
import { recordOperatorAct } from "../../accounts/index.ts";
import { lockOrder } from "../model/order-row.ts";
import type { OrderPorts } from "../ports.ts";
import { nothingToSettle } from "./errors.ts";
import { afterPaying } from "./reduce-owed.ts";
import { checkSuspension } from "./suspend-unpaid.ts";

/**
 * The operator no longer asks for what lost disputes have taken back of an order. The loss stays bad debt. False if
 * nothing was owed.
 */
export async function liftLostDispute(
  ctx: OperatorCtx & OrderPorts,
  { orderId, paymentId, reason }: { orderId: string; paymentId: string; reason: string },
): Promise<boolean> {
  const side = workspaceSideOf(ctx);
  const now = await ctx.clock.now();
  const isLifted = await ctx.db.transaction(async (tx) => {
    const { owedCents, workspaceId, currency } = await lockOrder(tx, orderId);
    if (!owedCents) {
      return false;
    }
    await payOwed(tx, side, { orderId, amountCents: owedCents, details: {}, now });
    const details = { reason, amountCents: owedCents, currency };
    const target = publicId("pay", paymentId);
    await recordOperatorAct(tx, ctx, { workspaceId, action: "operator.loss_lifted", target, details }, now);
    return true;
  });
  if (isLifted) {
    await checkSuspension(side, orderId, now);
  }
  return isLifted;
}

type Paid = { orderId: string; amountCents: number; details: Record<string, unknown>; now: Date };

/** With an entry for what paid it. */
export async function payOwed(
  tx: Transaction,
  ctx: Ctx,
  { orderId, amountCents, details, now }: Paid,
): Promise<void> {
  const order = await lockOrder(tx, orderId);
  if ((order.owedCents ?? 0) < amountCents) {
    throw nothingToSettle();
  }
  await tx
    .update(orders)
    .set(afterPaying(order, amountCents, now))
    .where(eq(orders.id, orderId));
  await audit(tx, ctx, {
    workspaceId: order.workspaceId,
    action: "order.settled",
    target: publicId("ord", orderId),
    details: { amountCents, currency: order.currency, ...details },
    occurredAt: now,
  });
  await wakeWorkers(tx, "orders");
}
