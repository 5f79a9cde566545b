import { paymentAttempts } from "@zonepost/db";
import { and, asc, eq } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

/** Usually one. Of a payment that was paid twice, the second is returned as a whole. */
export const listPaidAttempts = (
  db: Queryable,
  paymentId: string,
): Promise<Pick<typeof paymentAttempts.$inferSelect, "id" | "processor" | "intentId">[]> =>
  db
    .select({
      id: paymentAttempts.id,
      processor: paymentAttempts.processor,
      intentId: paymentAttempts.intentId,
    })
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.paymentId, paymentId), eq(paymentAttempts.state, "succeeded")))
    .orderBy(asc(paymentAttempts.finishedAt));
