import { orderLines, orders, type StoredActor, type Transaction } from "@zonepost/db";
import { eq } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { lockPayment } from "../../payments/index.ts";
import { refundLine } from "../carrying-out/refund-line.ts";
import { reduceOwed } from "../losses/reduce-owed.ts";
import { lockOrder } from "../model/order-row.ts";
import { mayUndoWithoutOperator } from "./undone-registrations.ts";

/**
 * A domain was deleted while its registry refunds the registration. The sweep of refunds sends it, unless the workspace has
 * undone too many this month: then it waits for the operator.
 */
export async function refundUndoneRegistration(
  tx: Transaction,
  ctx: Ctx & { undoneRegistrations: number | null },
  { orderLineId, actor }: { orderLineId: string; actor: StoredActor },
  now: Date,
): Promise<void> {
  const [found] = await tx
    .select({ orderId: orders.id, paymentId: orders.paymentId })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(eq(orderLines.id, orderLineId));
  if (!found?.paymentId) {
    return;
  }
  const payment = await lockPayment(tx, found.paymentId);
  const order = await lockOrder(tx, found.orderId);
  // While the payment is disputed, it can't be refunded: it is once the dispute is won.
  const [line] = await tx
    .update(orderLines)
    .set({ undoneAt: now })
    .where(eq(orderLines.id, orderLineId))
    .returning();
  if (!line) {
    return;
  }
  await reduceOwed(tx, order, now);
  const { undoneRegistrations } = ctx;
  const counting = { workspaceId: line.workspaceId, undoneRegistrations };
  // What we undo ourselves, or the operator does, isn't the workspace's.
  const isWaiting = actor.kind !== "system" && !(await mayUndoWithoutOperator(tx, counting, now));
  const request = { requestedBy: actor, requestId: ctx.requestId, isWaiting };
  await refundLine(tx, ctx, { payment, line, reason: "domain_deleted", ...request }, now);
}
