import { receipts } from "@zonepost/db";
import { eq } from "drizzle-orm";
import type { Queryable } from "../../../../kernel/ctx.ts";

type ReceiptRow = typeof receipts.$inferSelect;

/** Undefined until the money has arrived, and if it was returned because the order had been cancelled. */
export async function findReceipt(db: Queryable, paymentId: string): Promise<ReceiptRow | undefined> {
  const [row] = await db.select().from(receipts).where(eq(receipts.paymentId, paymentId));
  return row;
}
