import { paymentReconciliations, payments } from "@zonepost/db";
import { desc, inArray, isNotNull, or, sql } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import type { ReportedDifference, Unchecked } from "./policy.ts";

type StoredDifference = (typeof paymentReconciliations.$inferSelect)["differences"][number];

/** The last reconciliation: its day, what differed, and what it couldn't compare. The day is null before the first one. */
export async function readBooks(
  db: Queryable,
): Promise<{ day: string | null; differences: ReportedDifference[]; unchecked: Unchecked[] }> {
  const last = await readLastReport(db);
  return last
    ? { ...last, differences: await withCurrencies(db, last.differences) }
    : { day: null, differences: [], unchecked: [] };
}

/** Older ones are stored without the currency, which is the payment's. */
export async function withCurrencies(
  db: Queryable,
  differences: readonly StoredDifference[],
): Promise<ReportedDifference[]> {
  const byId = await readCurrencies(db, differences);
  return differences.flatMap((difference) => {
    const currency = difference.currency ?? byId.get(difference.paymentId ?? "");
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

async function readCurrencies(db: Queryable, differences: readonly StoredDifference[]) {
  const ids = [...new Set(differences.flatMap(({ paymentId }) => paymentId ?? []))];
  const rows = await db
    .select({ id: payments.id, currency: payments.currency })
    .from(payments)
    .where(inArray(payments.id, ids));
  return new Map(rows.map(({ id, currency }) => [id, currency]));
}
