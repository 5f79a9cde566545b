import { paymentReconciliations, payments } from "@zonepost/db";
import { desc, inArray, isNotNull, or, sql } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import type { ReportedDifference, Unchecked } from "./policy.ts";

type StoredDifference = (typeof paymentReconciliations.$inferSelect)["differences"][number];

/** What the last reconciliation found, with the workspace of a payment. Empty once everything matches. */
export async function listOpenDifferences(db: Queryable) {
  const last = await readLastReport(db);
  if (!last) {
    return [];
  }
  const byId = await readPayments(db, last.differences);
  return (await withCurrencies(db, last.differences)).map((difference) => ({
    ...difference,
    day: last.day,
    workspaceId: byId.get(difference.paymentId ?? "")?.workspaceId ?? null,
  }));
}

/** What the last reconciliation couldn't compare, so that no difference doesn't mean that the books are right. */
export async function listUncheckedBooks(db: Queryable): Promise<(Unchecked & { day: string })[]> {
  const last = await readLastReport(db);
  return (last?.unchecked ?? []).map((unchecked) => ({ ...unchecked, day: last?.day ?? "" }));
}

/** Older ones are stored without the currency, which is the payment's. */
export async function withCurrencies(
  db: Queryable,
  differences: readonly StoredDifference[],
): Promise<ReportedDifference[]> {
  const byId = await readPayments(db, differences);
  return differences.flatMap((difference) => {
    const currency = difference.currency ?? byId.get(difference.paymentId ?? "")?.currency;
    return currency === undefined ? [] : [{ ...difference, currency } as ReportedDifference];
  });
}

/** Also of a run that is repeated, because something couldn't be asked. */
async function readLastReport(db: Queryable) {
  const { day, differences, unchecked, finishedAt } = paymentReconciliations;
  const [last] = await db
    .select({ day, differences, unchecked })
    .from(paymentReconciliations)
    .where(or(isNotNull(finishedAt), sql`${unchecked} <> '[]'`))
    .orderBy(desc(day))
    .limit(1);
  return last;
}

async function readPayments(db: Queryable, differences: readonly StoredDifference[]) {
  const ids = [...new Set(differences.flatMap(({ paymentId }) => paymentId ?? []))];
  const rows = await db
    .select({ id: payments.id, workspaceId: payments.workspaceId, currency: payments.currency })
    .from(payments)
    .where(inArray(payments.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}
