import { orders, type Transaction } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { wakeWorkers } from "../../../kernel/due-work/wake.ts";
import { rowId } from "../../../kernel/ids.ts";
import {
  type PaymentPorts,
  type PaymentRow,
  readLoss,
  requireProcessor,
  settleByLoss,
} from "../../payments/index.ts";
import { lockOrder, readLines, settledOrderOf } from "../model/order-row.ts";
import { owedAtMost, shareOfTax } from "./policy.ts";
import { recheckLosses } from "./reduce-owed.ts";

/**
 * Adds what a bank has taken back since the last time, except what was owed to the customer anyway. If it was the payment
 * of a settlement, the order that it settled is owed again.
 */
export async function recordLoss(
  tx: Transaction,
  ctx: PaymentPorts,
  payment: PaymentRow,
  now: Date,
): Promise<void> {
  const order = await lockOrder(tx, payment.orderId);
  const loss = await readLoss(tx, payment.id);
  const addedCents = loss.amountCents - order.lostCents;
  if (addedCents <= 0) {
    return;
  }
  await tx.update(orders).set({ lostCents: loss.amountCents }).where(eq(orders.id, order.id));
  const settledId = rowId("ord", settledOrderOf(await readLines(tx, order.id)) ?? "");
  const owing = settledId ? await lockOrder(tx, settledId) : order;
  const before = owing.owedCents ?? 0;
  const lines = await readLines(tx, owing.id);
  const returnedCents = await settleByLoss(tx, payment, loss.amountCents, now);
  const unpaidCents = before + Math.max(0, addedCents - returnedCents);
  const askedCents = Math.min(unpaidCents, owedAtMost(lines));
  // Less than can be charged isn't asked for.
  const { minimumChargeCents } = requireProcessor(ctx);
  const owedCents = askedCents < (minimumChargeCents[owing.currency] ?? 0) ? 0 : askedCents;
  const taxCents = shareOfTax(Math.max(0, owedCents - before), loss);
  await tx
    .update(orders)
    .set({
      owedCents,
      owedTaxCents: owing.owedTaxCents + taxCents,
      // Announced again, unless it is suspended for an earlier loss.
      suspendsAt: before > 0 ? owing.suspendsAt : null,
      suspensionCheckAt: now,
      disputeCheckAt: now,
    })
    .where(eq(orders.id, owing.id));
  for (const line of lines) {
    await recheckLosses(tx, line, now);
  }
  await wakeWorkers(tx, "orders");
}
