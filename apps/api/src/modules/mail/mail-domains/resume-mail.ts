import { mailDomains, type Transaction } from "@zonepost/db";
import { and, eq, isNotNull } from "drizzle-orm";
import type { ReturningDomain } from "../../domains/index.ts";
import { scheduleDnsCheck } from "../dns-records/check-due-dns-records.ts";
import { lockForwarding } from "../forwarding/lock-forwarding.ts";
import { pauseLoops, type ReturningMailCtx } from "../forwarding/loops/pause-loops.ts";
import { isNotErasedAt } from "../model/mail-domain-row.ts";
import { nextDatesOf } from "../model/plan-policy.ts";
import { wakeMailHosts } from "../model/wake-mail-hosts.ts";
import { type PlacingCtx, placeMailRecords } from "../zone-records/place-mail-records.ts";

/** Accounts, aliases and the DKIM key are those from before. Returns false if no mail was suspended. */
export async function resumeMail(
  tx: Transaction,
  ctx: ReturningMailCtx & PlacingCtx,
  { id, returnedAt }: ReturningDomain,
): Promise<boolean> {
  await lockForwarding(tx);
  const suspended = await tx
    .select()
    .from(mailDomains)
    .where(and(eq(mailDomains.domainId, id), isNotErasedAt(returnedAt), isNotNull(mailDomains.leftAt)))
    .for("update");
  for (const row of suspended) {
    await tx
      .update(mailDomains)
      .set({
        leftAt: null,
        // Deactivated mail stays so.
        ...(row.deactivatedAt === null ? { erasesAt: null, ...nextDatesOf(row, returnedAt) } : {}),
      })
      .where(eq(mailDomains.id, row.id));
    await pauseLoops(tx, ctx, row, returnedAt);
    if (row.deactivatedAt === null) {
      await placeMailRecords(tx, ctx, row, { isStart: true });
    }
    await scheduleDnsCheck(tx, row, returnedAt);
  }
  if (suspended.length > 0) {
    await wakeMailHosts(tx);
  }
  return suspended.length > 0;
}
