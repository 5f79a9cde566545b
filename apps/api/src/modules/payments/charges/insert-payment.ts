import { payments, type Transaction } from "@zonepost/db";
import { newId } from "../../../kernel/ids.ts";
import type { PaymentRow } from "../model/payment-row.ts";

type NewPayment = Pick<PaymentRow, "workspaceId" | "orderId" | "amountCents" | "taxCents" | "currency"> & {
  id?: string;
};

/** An order has one payment, however often it is attempted. */
export async function insertPayment(tx: Transaction, given: NewPayment, now: Date): Promise<PaymentRow> {
  const [row] = await tx
    .insert(payments)
    .values({ id: newId(), ...given, status: "pending", createdAt: now })
    .returning();
  if (!row) {
    throw new Error("the payment was not inserted");
  }
  return row;
}
