import { orders, type Transaction } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { wakeWorkers } from "../../../kernel/due-work/wake.ts";
import { lockOrder, type OrderRow, readLines } from "../order-row.ts";
import { owedAtMost, shareOfTax } from "./policy.ts";

/** After one of its lines has failed or was undone: the customer doesn't keep it, so it isn't owed. */
export async function reduceOwed(tx: Transaction, orderId: string, now: Date): Promise<void> {
  const order = await lockOrder(tx, orderId);
  const owedCents = Math.min(order.owedCents ?? 0, owedAtMost(await readLines(tx, orderId)));
  if (order.owedCents && owedCents < order.owedCents) {
    await tx
      .update(orders)
      .set(afterPaying(order, order.owedCents - owedCents, now))
      .where(eq(orders.id, orderId));
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
