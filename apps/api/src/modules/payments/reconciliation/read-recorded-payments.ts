import { ledgerEntries, paymentAttempts, paymentDisputes, payments, refunds } from "@zonepost/db";
import { and, eq, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import type { IdAtProcessor } from "../ports.ts";
import type { RecordedPayment } from "./policy.ts";
import { processorCausePrefix } from "./read-processor-transactions.ts";

/** The sum of a column over a payment's rows in another table. */
const total = (of: SQL | typeof refunds.amountCents, from: SQL, condition: SQL) =>
  sql<number>`coalesce((select sum(${of}) from ${from} where ${condition}), 0)`.mapWith(Number);

const ofRefunds = sql`${refunds.paymentId} = ${payments.id} and ${refunds.state} = 'succeeded'`;
const ofLedger = (account: string) =>
  sql`${ledgerEntries.paymentId} = ${payments.id} and ${ledgerEntries.account} = ${account}`;

const recorded = {
  paymentId: payments.id,
  currency: payments.currency,
  amountCents: payments.amountCents,
  taxCents: payments.taxCents,
  chargeCount: total(
    sql`1`,
    sql`${paymentAttempts}`,
    sql`${paymentAttempts.paymentId} = ${payments.id} and ${paymentAttempts.state} = 'succeeded'`,
  ),
  refundedCents: total(refunds.amountCents, sql`${refunds}`, sql`${ofRefunds} and not ${refunds.isOutside}`),
  refundedTaxCents: total(sql`${refunds.taxCents}`, sql`${refunds}`, ofRefunds),
  withheldCents: total(
    sql`${paymentDisputes.amountCents}`,
    sql`${paymentDisputes}`,
    sql`${paymentDisputes.paymentId} = ${payments.id} and ${paymentDisputes.kind} = 'dispute'
      and ${paymentDisputes.state} in ('open', 'lost') and not ${paymentDisputes.isInquiry}`,
  ),
  lostTaxCents: total(
    sql`${paymentDisputes.lostTaxCents}`,
    sql`${paymentDisputes}`,
    sql`${paymentDisputes.paymentId} = ${payments.id}`,
  ),
  ledgerProcessorCents: total(
    sql`${ledgerEntries.amountCents}`,
    sql`${ledgerEntries}`,
    // Without the processor's fees.
    sql`${ofLedger("processor")} and ${ledgerEntries.cause} not like ${`${processorCausePrefix}%`}`,
  ),
  ledgerTaxCents: total(sql`${ledgerEntries.amountCents}`, sql`${ledgerEntries}`, ofLedger("tax")),
};

export const readRecordedPayments = (db: Queryable, ids: readonly string[]): Promise<RecordedPayment[]> =>
  db
    .select(recorded)
    .from(payments)
    .where(inArray(payments.id, [...ids]));

/** Payments whose money has moved since then; all that ever did for null. */
export async function listMovedPayments(db: Queryable, since: Date | null): Promise<string[]> {
  const after = (column: SQL) => (since === null ? sql`true` : sql`${column} >= ${since.toISOString()}`);
  const found = [
    db
      .selectDistinct({ id: paymentAttempts.paymentId })
      .from(paymentAttempts)
      .where(and(isNotNull(paymentAttempts.intentId), after(sql`${paymentAttempts.finishedAt}`))),
    db
      .selectDistinct({ id: refunds.paymentId })
      .from(refunds)
      .where(after(sql`${refunds.finishedAt}`)),
    db
      .selectDistinct({ id: paymentDisputes.paymentId })
      .from(paymentDisputes)
      .where(or(after(sql`${paymentDisputes.openedAt}`), after(sql`${paymentDisputes.closedAt}`))),
    db
      .selectDistinct({ id: sql<string>`${ledgerEntries.paymentId}` })
      .from(ledgerEntries)
      .where(and(isNotNull(ledgerEntries.paymentId), after(sql`${ledgerEntries.occurredAt}`))),
  ];
  const rows = await Promise.all(found);
  return [...new Set(rows.flat().map(({ id }) => id))];
}

/** The intents of a payment; null while a charge or a refund of it is open, since its money is about to move. */
export async function listSettledIntents(db: Queryable, paymentId: string): Promise<IdAtProcessor[] | null> {
  const { processor, intentId, finishedAt } = paymentAttempts;
  const attempts = await db
    .select({ processor, intentId, finishedAt })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.paymentId, paymentId));
  const isRefunding = and(eq(refunds.paymentId, paymentId), eq(refunds.state, "pending"));
  if (
    attempts.some((attempt) => attempt.finishedAt === null) ||
    (await db.$count(refunds, isRefunding)) > 0
  ) {
    return null;
  }
  return attempts.flatMap((attempt) =>
    attempt.intentId === null ? [] : { processor: attempt.processor, id: attempt.intentId },
  );
}
