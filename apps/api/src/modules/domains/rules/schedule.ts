import { dayMs, hourMs } from "../../../kernel/durations.ts";
import type { DomainRow } from "../model/domain-row.ts";
import type { TldRules } from "../tlds/tld-rules.ts";
import { nextNoticeAt } from "./notices.ts";

export { addYears } from "../../../kernel/durations.ts";

export const addDays = (date: Date, days: number): Date => new Date(date.getTime() + days * dayMs);

/** A moment in the past is checked again in an hour, because the registry's clock may be behind. */
export const laterOf = (moment: Date, now: Date): Date =>
  moment > now ? moment : new Date(now.getTime() + hourMs);

/** An unpaid domain is deleted this long before its registry would renew it without a refund. */
const deletionLeadMs = hourMs;

/** The mean year of the Gregorian calendar. Close enough to count whole years between two dates. */
const yearMs = 365.2425 * dayMs;

export const yearsBetween = (from: Date, to: Date) => Math.round((to.getTime() - from.getTime()) / yearMs);

type Scheduled = Pick<DomainRow, "status" | "autoRenew" | "paidUntil" | "registryExpiresAt">;
export type Schedule = Pick<DomainRow, "nextNoticeAt" | "nextRenewalAt" | "nextDeletionAt">;

/** The next due times of a domain. Recompute them after every change of status, term or setting. */
export function scheduleOf(domain: Scheduled, rules: TldRules, now: Date): Schedule {
  const { status, autoRenew, paidUntil } = domain;
  const isKept = status === "active" || status === "expired";
  return {
    // An active domain past its paid period still needs its last notice.
    nextNoticeAt: isKept
      ? status === "active" && paidUntil <= now
        ? now
        : nextNoticeAt(paidUntil, now)
      : null,
    nextRenewalAt: autoRenew && isKept ? addDays(paidUntil, -rules.autoRenewLeadDays) : null,
    nextDeletionAt: isKept && !autoRenew ? deletionOf(domain, rules) : null,
  };
}

/** When a domain that stays unpaid is deleted, whether or not it auto-renews. */
export const graceEndOf = (domain: Scheduled, rules: TldRules): Date =>
  deletionOf({ ...domain, status: "expired" }, rules) ?? addDays(domain.paidUntil, rules.graceDays);

/**
 * With a refund, after the grace period. Without one, just before the registry's date; if the registry has already
 * renewed the domain, that year is lost.
 */
function deletionOf(
  { status, paidUntil, registryExpiresAt }: Scheduled,
  { refundsOwnRenewal, graceDays }: TldRules,
): Date | null {
  // Behind, it still has to renew a year that is paid for.
  const hasSameTerm = yearsBetween(paidUntil, registryExpiresAt) === 0;
  if (!refundsOwnRenewal && hasSameTerm) {
    return new Date(registryExpiresAt.getTime() - deletionLeadMs);
  }
  return status === "expired" ? addDays(paidUntil, graceDays) : null;
}
