import { receipts } from "@zonepost/db";
import { inArray } from "drizzle-orm";
import type { Queryable } from "../../../../kernel/ctx.ts";

/** By the ID of the payment. */
export async function readReceiptNumbers(db: Queryable, paymentIds: string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ paymentId: receipts.paymentId, number: receipts.number })
    .from(receipts)
    .where(inArray(receipts.paymentId, paymentIds));
  return new Map(rows.flatMap(({ paymentId, number }) => (paymentId === null ? [] : [[paymentId, number]])));
}
