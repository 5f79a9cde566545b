import { paymentReconciliations, payments } from "@zonepost/db";
import { desc, inArray, isNotNull } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

/** What the last reconciliation found, and the currency of each. Empty once everything matches. */
export async function listOpenDifferences(db: Queryable) {
  const [last] = await db
    .select()
    .from(paymentReconciliations)
    .where(isNotNull(paymentReconciliations.finishedAt))
    .orderBy(desc(paymentReconciliations.day))
    .limit(1);
  const differences = last?.differences ?? [];
  const ids = [...new Set(differences.map(({ paymentId }) => paymentId))];
  const rows = await db
    .select({ id: payments.id, workspaceId: payments.workspaceId, currency: payments.currency })
    .from(payments)
    .where(inArray(payments.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return differences.flatMap((difference) => {
    const payment = byId.get(difference.paymentId);
    return payment && last
      ? [{ ...difference, day: last.day, workspaceId: payment.workspaceId, currency: payment.currency }]
      : [];
  });
}
