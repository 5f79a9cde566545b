import { paymentDisputes } from "@zonepost/db";
import { and, eq, inArray } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

/**
 * As last read from the processor.
 *
 * @param isSettled what lost disputes have taken was paid again, so only open ones count
 */
export async function hasOpenOrLostDispute(
  db: Queryable,
  paymentId: string,
  { isSettled }: { isSettled: boolean },
): Promise<boolean> {
  const isOpenOrLost = and(
    eq(paymentDisputes.paymentId, paymentId),
    eq(paymentDisputes.kind, "dispute"),
    inArray(paymentDisputes.state, isSettled ? ["open"] : ["open", "lost"]),
  );
  return (await db.$count(paymentDisputes, isOpenOrLost)) > 0;
}
