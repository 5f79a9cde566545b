import { refunds } from "@zonepost/db";
import { and, eq, inArray, ne, sum } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { rowId } from "../../../kernel/ids.ts";
import type { PaymentRow } from "../model/payment-row.ts";
import type { RefundRow } from "../model/refund-row.ts";

/** Throws if there is none: its id came from another row. */
export async function readRefund(db: Queryable, id: string): Promise<RefundRow> {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id));
  if (!row) {
    throw new Error(`there is no refund ${id}`);
  }
  return row;
}

/** For an operator. Any other id gets the same 404. */
export async function getRefundRow(db: Queryable, id: string): Promise<RefundRow> {
  const uuid = rowId("rfd", id);
  const [row] = uuid ? await db.select().from(refunds).where(eq(refunds.id, uuid)) : [];
  if (!row) {
    throw notFound();
  }
  return row;
}

/** It failed, and its money hasn't been returned since. */
export const isOwed = ({ state, settledAt }: RefundRow): boolean => state === "failed" && settledAt === null;

/** The lines of these payments whose mail plan has ended, or has fallen back, with a refund. */
export async function readLinesTakenBack(db: Queryable, paymentIds: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ lineAmounts: refunds.lineAmounts })
    .from(refunds)
    .where(inArray(refunds.paymentId, paymentIds));
  const amounts = rows.flatMap(({ lineAmounts }) => lineAmounts);
  return new Set(amounts.filter(({ isTakenBack }) => isTakenBack).map(({ lineId }) => lineId));
}

/** On their way. The second charge of a payment that was paid twice isn't the payment's money. */
export async function sumPendingRefunds(db: Queryable, { id }: PaymentRow): Promise<number> {
  const isPending = and(
    eq(refunds.paymentId, id),
    eq(refunds.state, "pending"),
    ne(refunds.reason, "paid_twice"),
  );
  const [row] = await db
    .select({ cents: sum(refunds.amountCents).mapWith(Number) })
    .from(refunds)
    .where(isPending);
  return row?.cents ?? 0;
}
