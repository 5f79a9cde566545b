import { paymentAttempts, payments, refunds } from "@zonepost/db";
import { asc, count, eq, max } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import { firstNamed, type Waiting } from "../../../kernel/due-work/waiting.ts";
import { publicId } from "../../../kernel/ids.ts";
import { isOpenAttempt } from "../charges/attempt-row.ts";

const amountOf = ({ cents, currency }: { cents: number; currency: string }) =>
  `${(cents / 100).toFixed(2)} ${currency}`;

/** Charges that have begun and refunds that are on their way, which go on once workers run. */
export async function listWaitingMoney(db: Queryable): Promise<Waiting[]> {
  const [charges] = await db.select({ count: count() }).from(paymentAttempts).where(isOpenAttempt);
  const firstCharges = await db
    .select({ id: payments.id, cents: payments.amountCents, currency: payments.currency })
    .from(paymentAttempts)
    .innerJoin(payments, eq(payments.id, paymentAttempts.paymentId))
    .where(isOpenAttempt)
    .orderBy(asc(paymentAttempts.id))
    .limit(firstNamed);
  const isPending = eq(refunds.state, "pending");
  const [pending] = await db.select({ count: count() }).from(refunds).where(isPending);
  const firstRefunds = await db
    .select({ id: payments.id, cents: refunds.amountCents, currency: payments.currency })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(isPending)
    .orderBy(asc(refunds.id))
    .limit(firstNamed);
  const named = (rows: typeof firstCharges) =>
    rows.map((row) => `${amountOf(row)}, ${publicId("pay", row.id)}`);
  return [
    { what: "charges", count: charges?.count ?? 0, first: named(firstCharges) },
    { what: "refunds", count: pending?.count ?? 0, first: named(firstRefunds) },
  ];
}

/** When the last charge began that this database has; null for none. */
export async function findLastChargeAt(db: Queryable): Promise<Date | null> {
  const [row] = await db.select({ at: max(paymentAttempts.createdAt) }).from(paymentAttempts);
  return row?.at ?? null;
}
