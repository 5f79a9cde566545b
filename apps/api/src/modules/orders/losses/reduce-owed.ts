import { orderLines, orders, type Transaction } from "@zonepost/db";
import { and, eq, gt, inArray } from "drizzle-orm";
import { wakeWorkers } from "../../../kernel/due-work/wake.ts";
import { type OrderLineRow, type OrderRow, readLines } from "../model/order-row.ts";
import { owedAtMost, shareOfTax } from "./policy.ts";

/**
 * What a loss suspends depends on later purchases of the same domain or mail: it is looked at again once one of those was
 * refunded or lost too.
 */
export const recheckLosses = (
  tx: Transaction,
  { workspaceId, domainName }: Pick<OrderLineRow, "workspaceId" | "domainName">,
  now: Date,
) =>
  tx
    .update(orders)
    .set({ suspensionCheckAt: now })
    .where(
      and(
        eq(orders.workspaceId, workspaceId),
        gt(orders.owedCents, 0),
        inArray(
          orders.id,
          tx
            .select({ id: orderLines.orderId })
            .from(orderLines)
            .where(and(eq(orderLines.workspaceId, workspaceId), eq(orderLines.domainName, domainName))),
        ),
      ),
    );

/** After a line of this order, which is locked, has failed or was undone: the customer doesn't keep it, so it isn't owed. */
export async function reduceOwed(tx: Transaction, order: OrderRow, now: Date): Promise<void> {
  if (!order.owedCents) {
    return;
  }
  const owedCents = Math.min(order.owedCents, owedAtMost(await readLines(tx, order.id)));
  if (owedCents < order.owedCents) {
    await tx
      .update(orders)
      .set(afterPaying(order, order.owedCents - owedCents, now))
      .where(eq(orders.id, order.id));
    await wakeWorkers(tx, "orders");
  }
}

/** The columns of an order once a part of what it owes is paid, or no longer asked for. */
export function afterPaying(
  { owedCents, owedTaxCents, suspendsAt }: OrderRow,
  paidCents: number,
  now: Date,
): Partial<OrderRow> {
  const amountCents = owedCents ?? 0;
  const leftCents = Math.max(0, amountCents - paidCents);
  return {
    owedCents: leftCents,
    owedTaxCents: shareOfTax(leftCents, { amountCents, taxCents: owedTaxCents }),
    suspendsAt: leftCents > 0 ? suspendsAt : null,
    suspensionCheckAt: now,
    disputeCheckAt: now,
  };
}
