import { paymentDisputes } from "@zonepost/db";
import { and, eq, inArray } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

/** As last read from the processor. */
export async function hasOpenOrLostDispute(db: Queryable, paymentId: string): Promise<boolean> {
  const isOpenOrLost = and(
    eq(paymentDisputes.paymentId, paymentId),
    eq(paymentDisputes.kind, "dispute"),
    inArray(paymentDisputes.state, ["open", "lost"]),
  );
  return (await db.$count(paymentDisputes, isOpenOrLost)) > 0;
}
