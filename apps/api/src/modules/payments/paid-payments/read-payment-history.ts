import { paymentAttempts, paymentDisputes } from "@zonepost/db";
import type { PaymentDispute } from "@zonepost/schema";
import type { PaymentDetails } from "@zonepost/schema/panel";
import { asc, eq } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

/** Every attempt to charge a payment, and its disputes and fraud warnings, the oldest first. */
export async function readPaymentHistory(
  db: Queryable,
  paymentId: string,
): Promise<Pick<PaymentDetails, "attempts" | "disputes">> {
  const attempts = await db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.paymentId, paymentId))
    .orderBy(asc(paymentAttempts.id));
  return {
    attempts: attempts.map((row) => ({
      kind: row.kind,
      state: row.state,
      failure: row.failure,
      requestedBy: { kind: row.requestedBy.kind, name: row.requestedBy.name },
      createdAt: row.createdAt.toISOString(),
      finishedAt: row.finishedAt?.toISOString() ?? null,
    })),
    disputes: await readDisputes(db, paymentId),
  };
}

export async function readDisputes(db: Queryable, paymentId: string): Promise<PaymentDispute[]> {
  const rows = await db
    .select()
    .from(paymentDisputes)
    .where(eq(paymentDisputes.paymentId, paymentId))
    .orderBy(asc(paymentDisputes.openedAt));
  return rows.map((row) => ({
    kind: row.kind,
    state: row.state,
    isInquiry: row.isInquiry,
    amountCents: row.amountCents,
    evidenceDueAt: row.evidenceDueAt?.toISOString() ?? null,
    openedAt: row.openedAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
  }));
}
