import { mailDomains, type Transaction } from "@zonepost/db";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { ReturningDomain } from "../../domains/index.ts";
import { isNotErasedAt } from "../mail-domain-row.ts";
import { renewalLeadDays } from "../plan-policy.ts";

/** Accounts, aliases and the DKIM key are those from before. Returns false if no mail was suspended. */
export async function resumeMail(tx: Transaction, { id, returnedAt }: ReturningDomain): Promise<boolean> {
  const resumed = await tx
    .update(mailDomains)
    .set({
      leftAt: null,
      erasesAt: null,
      nextRenewalAt: sql<Date>`case when ${mailDomains.autoRenew}
        then ${mailDomains.paidUntil} - make_interval(hours => ${24 * renewalLeadDays}) end`,
    })
    .where(and(eq(mailDomains.domainId, id), isNotErasedAt(returnedAt), isNotNull(mailDomains.leftAt)))
    .returning({ id: mailDomains.id });
  return resumed.length > 0;
}
