import type { MailPlanSlug } from "@zonepost/schema";
import type { Queryable } from "../../../kernel/ctx.ts";
import { planLimitReached, planStorageTooSmall, planTooSmall } from "../errors.ts";
import type { MailDomainRow } from "../model/mail-domain-row.ts";
import { renewedPlanOf } from "../model/plan-policy.ts";
import { hasRoomForAccount, planOf } from "../model/policy.ts";
import { countAccounts, sumUsedBytes } from "./count-use.ts";
import { storageBytesOf } from "./policy.ts";

/** Throws if the plan has no room for another account. */
export async function requireRoomForAccount(db: Queryable, mailDomain: MailDomainRow): Promise<void> {
  const accountCount = await countAccounts(db, mailDomain.id);
  // A downgrade was accepted for the accounts of that moment, and has to fit at the next renewal.
  const { slug, maxAccounts } = planOf(renewedPlanOf(mailDomain));
  if (!hasRoomForAccount(accountCount, Math.min(maxAccounts, mailDomain.maxAccounts))) {
    throw planLimitReached(slug, maxAccounts);
  }
}

/** Throws if a plan has fewer accounts or less storage than the mail domain uses. */
export async function requirePlanFits(
  db: Queryable,
  mailDomainId: string,
  planSlug: MailPlanSlug,
): Promise<{ accountCount: number }> {
  const { maxAccounts, storageGigabytes } = planOf(planSlug);
  const accountCount = await countAccounts(db, mailDomainId);
  if (accountCount > maxAccounts) {
    throw planTooSmall(planSlug, maxAccounts, accountCount);
  }
  const usedBytes = await sumUsedBytes(db, mailDomainId);
  if (usedBytes > storageBytesOf({ storageGigabytes })) {
    throw planStorageTooSmall(planSlug, storageGigabytes, usedBytes);
  }
  return { accountCount };
}
