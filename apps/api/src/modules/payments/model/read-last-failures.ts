import { paymentAttempts, payments } from "@zonepost/db";
import { and, eq, inArray, max } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

type LastFailure = { code: string; message: string; failedAt: Date | null };

/** Why the last attempt failed, of the payments that wait for another one. */
export async function readLastFailures(
  db: Queryable,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, LastFailure>> {
  if (paymentIds.length === 0) {
    return new Map();
  }
  const rows = await db
    .select({ id: payments.id, failure: payments.failure, failedAt: max(paymentAttempts.finishedAt) })
    .from(payments)
    .leftJoin(
      paymentAttempts,
      and(eq(paymentAttempts.paymentId, payments.id), eq(paymentAttempts.state, "failed")),
    )
    .where(and(inArray(payments.id, [...paymentIds]), eq(payments.status, "failed")))
    .groupBy(payments.id);
  return new Map(
    rows.flatMap(({ id, failure, failedAt }) => (failure ? [[id, { ...failure, failedAt }] as const] : [])),
  );
}
