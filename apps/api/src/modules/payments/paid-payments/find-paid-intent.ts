import { paymentAttempts } from "@zonepost/db";
import { and, asc, eq } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import { rowId } from "../../../kernel/ids.ts";

/** The processor's id of the charge that paid a payment, in any workspace. Only for the sandbox's routes. */
export async function findPaidIntent(db: Queryable, paymentId: string): Promise<string | undefined> {
  const id = rowId("pay", paymentId);
  const [row] =
    id === undefined
      ? []
      : await db
          .select({ intentId: paymentAttempts.intentId })
          .from(paymentAttempts)
          .where(and(eq(paymentAttempts.paymentId, id), eq(paymentAttempts.state, "succeeded")))
          .orderBy(asc(paymentAttempts.finishedAt))
          .limit(1);
  return row?.intentId ?? undefined;
}
