import { paymentDisputes, type Transaction } from "@zonepost/db";
import { and, eq, lte } from "drizzle-orm";
import type { PaymentRow } from "../model/payment-row.ts";

/** Returns the number of warnings that were open. */
export async function releaseWarnings(
  tx: Transaction,
  { id }: PaymentRow,
  now: Date,
  { openedUntil }: { openedUntil?: Date } = {},
): Promise<number> {
  const released = await tx
    .update(paymentDisputes)
    .set({ state: "released", closedAt: now, nextCheckAt: null })
    .where(
      and(
        eq(paymentDisputes.paymentId, id),
        eq(paymentDisputes.kind, "early_fraud_warning"),
        eq(paymentDisputes.state, "open"),
        openedUntil && lte(paymentDisputes.openedAt, openedUntil),
      ),
    )
    .returning({ id: paymentDisputes.id });
  return released.length;
}
