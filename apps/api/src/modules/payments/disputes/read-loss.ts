import { paymentDisputes } from "@zonepost/db";
import { and, eq, sum } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

/** What the bank has taken back of a payment, in all lost disputes. */
export async function readLoss(
  db: Queryable,
  paymentId: string,
): Promise<{ amountCents: number; taxCents: number }> {
  const [row] = await db
    .select({
      amountCents: sum(paymentDisputes.amountCents).mapWith(Number),
      taxCents: sum(paymentDisputes.lostTaxCents).mapWith(Number),
    })
    .from(paymentDisputes)
    .where(
      and(
        eq(paymentDisputes.paymentId, paymentId),
        eq(paymentDisputes.kind, "dispute"),
        eq(paymentDisputes.state, "lost"),
        // An inquiry withdraws nothing.
        eq(paymentDisputes.isInquiry, false),
      ),
    );
  return { amountCents: row?.amountCents ?? 0, taxCents: row?.taxCents ?? 0 };
}
