import { paymentDisputes, paymentReconciliations, payments, refunds } from "@zonepost/db";
import { type OperatorNeed, operatorNeeds } from "@zonepost/schema";
import { type SQL, sql } from "drizzle-orm";

const hasOpen = (kind: "dispute" | "early_fraud_warning"): SQL =>
  sql`exists (select from ${paymentDisputes} d
    where d.payment_id = ${payments.id} and d.state = 'open' and d.kind = ${kind})`;

/** A refund that failed needs the operator until another one takes its place. */
const hasRefund = (state: "failed" | "waiting"): SQL =>
  sql`exists (select from ${refunds} r where r.payment_id = ${payments.id} and r.state in ('failed', 'waiting')
    and r.state = ${state} and r.settled_at is null)`;

/** Of the last reconciliation, also if it is repeated because something couldn't be asked. */
const isInDifferences = sql`exists (
  select from jsonb_array_elements((
    select l.differences from ${paymentReconciliations} l
    where l.finished_at is not null or l.unchecked <> '[]' order by l.day desc limit 1)) d
  where d ->> 'paymentId' = ${payments.id}::text)`;

const conditions: Record<OperatorNeed, SQL> = {
  dispute: hasOpen("dispute"),
  fraud_warning: hasOpen("early_fraud_warning"),
  refund_failed: hasRefund("failed"),
  books_differ: isInDifferences,
  refund_waiting: hasRefund("waiting"),
  paid_late: sql`${payments.lateChargeAt} is not null`,
};

/** For queries of payments. */
export const isInNeed = (need: OperatorNeed | "any"): SQL =>
  need === "any"
    ? sql`(${sql.join(
        operatorNeeds.map((each) => conditions[each]),
        sql` or `,
      )})`
    : conditions[need];

export type Needs = { needs: OperatorNeed[]; evidenceDueAt: Date | null };

const deadline: SQL = sql`(select min(d.evidence_due_at) from ${paymentDisputes} d
  where d.payment_id = ${payments.id} and d.state = 'open')`;

/** Columns of a query of payments. Nested, because drizzle names no table in the outer part of a column. */
export const needColumns = {
  dispute: sql<boolean>`${conditions.dispute}`,
  fraud_warning: sql<boolean>`${conditions.fraud_warning}`,
  refund_failed: sql<boolean>`${conditions.refund_failed}`,
  books_differ: sql<boolean>`${conditions.books_differ}`,
  refund_waiting: sql<boolean>`${conditions.refund_waiting}`,
  paid_late: sql<boolean>`(${conditions.paid_late})`,
  evidenceDueAt: sql<string | null>`${deadline}`,
};

export const needsOf = (
  row: Record<OperatorNeed, boolean> & { evidenceDueAt: string | Date | null },
): Needs => ({
  needs: operatorNeeds.filter((need) => row[need]),
  evidenceDueAt: row.evidenceDueAt === null ? null : new Date(row.evidenceDueAt),
});
