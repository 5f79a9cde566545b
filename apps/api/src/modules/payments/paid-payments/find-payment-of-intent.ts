import { paymentAttempts } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import type { IdAtProcessor } from "../ports.ts";

/** The payment that an intent has paid. */
export async function findPaymentOfIntent(
  db: Queryable,
  { processor, id }: IdAtProcessor,
): Promise<string | undefined> {
  const [row] = await db
    .select({ paymentId: paymentAttempts.paymentId })
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.intentId, id),
        eq(paymentAttempts.processor, processor),
        eq(paymentAttempts.state, "succeeded"),
      ),
    );
  return row?.paymentId;
}
