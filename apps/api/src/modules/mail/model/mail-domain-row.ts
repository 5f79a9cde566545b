import { type mailDkimKeys, mailDomains } from "@zonepost/db";
import type { MailActivation } from "@zonepost/schema";
import { and, gt, isNull, or } from "drizzle-orm";
import { type MailSwitches, statusAt } from "./plan-policy.ts";
import { dkimRecord } from "./policy.ts";

export type MailDomainRow = typeof mailDomains.$inferSelect;

/** The workspace still has the domain. Every read and write for a caller has this condition. */
export const isCurrent = isNull(mailDomains.leftAt);

/** Current mail that isn't deactivated. */
export const isInUse = and(isCurrent, isNull(mailDomains.deactivatedAt));

/** Mail that is due for erasure never comes back, even if it has not been deleted yet. */
export const isNotErasedAt = (now: Date) => or(isNull(mailDomains.erasesAt), gt(mailDomains.erasesAt, now));

export function activationOfRow(
  row: Pick<MailDomainRow, "domainName" | "planSlug"> & MailSwitches,
  signingKey: Pick<typeof mailDkimKeys.$inferSelect, "selector" | "publicKey">,
  now: Date,
): MailActivation {
  return {
    domainName: row.domainName,
    status: statusAt(row, now),
    planSlug: row.planSlug,
    dkim: dkimRecord({ ...signingKey, domainName: row.domainName }),
  };
}
