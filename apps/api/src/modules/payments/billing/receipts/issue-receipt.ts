import { receipts, type Transaction } from "@zonepost/db";
import { sql } from "drizzle-orm";
import { readWorkspaceForEmail } from "../../../accounts/index.ts";
import { readBillingProfile } from "../read-billing-profile.ts";

export type Seller = NonNullable<typeof receipts.$inferSelect.seller>;

/**
 * Gives an order's receipt the next number, in the transaction that records the money. Call it last: until that
 * transaction ends, no other receipt can be issued. So a rolled-back transaction leaves no gap, and a later number is
 * never committed before an earlier one.
 */
export async function issueReceipt(
  tx: Transaction,
  issued: { workspaceId: string; orderId: string; paymentId: string; taxPercent: string; seller: Seller },
  now: Date,
): Promise<void> {
  const profile = await readBillingProfile(tx, issued.workspaceId);
  const company = profile.company ?? (await readWorkspaceForEmail(tx, issued.workspaceId))?.name ?? null;
  const billing = { ...profile, company };
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('zonepost:receipts'))`);
  // Only a statement that starts after the lock was granted sees the numbers of those who held it before.
  const next = sql<number>`(select coalesce(max(${receipts.number}), 0) + 1 from ${receipts})`;
  await tx
    .insert(receipts)
    .values({ ...issued, number: next, billing, issuedAt: now })
    .onConflictDoNothing({ target: receipts.orderId });
}
