import { paymentAttempts } from "@zonepost/db";
import { and, asc, eq } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

/** Usually one. Of a payment that was paid twice, the second is returned as a whole. */
export const listPaidAttempts = (
  db: Queryable,
  paymentId: string,
): Promise<{ id: string; intentId: string | null }[]> =>
  db
    .select({ id: paymentAttempts.id, intentId: paymentAttempts.intentId })
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.paymentId, paymentId), eq(paymentAttempts.state, "succeeded")))
    .orderBy(asc(paymentAttempts.finishedAt));
