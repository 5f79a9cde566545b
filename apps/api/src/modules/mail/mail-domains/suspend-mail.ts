import { mailDomains, type Transaction } from "@zonepost/db";
import { and, eq, sql } from "drizzle-orm";
import type { LeavingDomain } from "../../domains/index.ts";
import { isNotErasedAt } from "../model/mail-domain-row.ts";
import { daysUntilErasure } from "../model/policy.ts";
import { wakeMailHosts } from "../model/wake-mail-hosts.ts";

/**
 * Keeps the mail of a domain that left, out of reach, until the domain is restored or the mail is erased. Returns false
 * if there is none, or it was suspended earlier.
 */
export async function suspendMail(
  tx: Transaction,
  { id, leftAt, canBeRestored }: LeavingDomain,
): Promise<boolean> {
  const firstLeftAt = sql<Date>`coalesce(${mailDomains.leftAt}, ${leftAt.toISOString()}::timestamptz)`;
  // Deactivated mail is erased no later than it was going to be.
  const erasesAnyway = sql`case when ${mailDomains.deactivatedAt} is not null then ${mailDomains.erasesAt} end`;
  const suspended = await tx
    .update(mailDomains)
    .set({
      leftAt: firstLeftAt,
      nextRenewalAt: null,
      nextNoticeAt: null,
      erasesAt: sql<Date>`least(${erasesAnyway}, ${
        canBeRestored ? null : sql`${firstLeftAt} + make_interval(hours => ${24 * daysUntilErasure})`
      })`,
    })
    .where(and(eq(mailDomains.domainId, id), isNotErasedAt(leftAt)))
    .returning({ leftAt: mailDomains.leftAt });
  if (suspended.length > 0) {
    await wakeMailHosts(tx);
  }
  return suspended.some((mail) => mail.leftAt?.getTime() === leftAt.getTime());
}
