import { paymentAttempts, payments } from "@zonepost/db";
import { and, desc, eq, inArray } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

type LastFailure = { code: string; message: string; failedAt: Date | null };

/** Why the last charge of a saved card failed, of the payments that wait for another one. */
export async function readLastFailures(
  db: Queryable,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, LastFailure>> {
  if (paymentIds.length === 0) {
    return new Map();
  }
  const rows = await db
    .selectDistinctOn([payments.id], {
      id: payments.id,
      status: payments.status,
      failure: payments.failure,
      attemptState: paymentAttempts.state,
      startedAt: paymentAttempts.createdAt,
      finishedAt: paymentAttempts.finishedAt,
    })
    .from(payments)
    .leftJoin(
      paymentAttempts,
      and(eq(paymentAttempts.paymentId, payments.id), eq(paymentAttempts.kind, "card")),
    )
    .where(inArray(payments.id, [...paymentIds]))
    .orderBy(payments.id, desc(paymentAttempts.id));
  return new Map(
    rows.flatMap((row): [string, LastFailure][] => {
      if (row.status === "failed" && row.failure) {
        return [[row.id, { ...row.failure, failedAt: row.finishedAt }]];
      }
      if (row.status !== "pending") {
        return [];
      }
      if (row.attemptState === null) {
        return [[row.id, { ...noCard, failedAt: null }]];
      }
      return row.attemptState === "awaiting_customer"
        ? [[row.id, { ...authenticationRequired, failedAt: row.startedAt }]]
        : [];
    }),
  );
}

const noCard = { code: "payment_method_required", message: "There is no saved card to charge." };
const authenticationRequired = {
  code: "authentication_required",
  message: "Your bank requires you to confirm the payment.",
};
