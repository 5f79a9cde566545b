import type { DomainRow } from "./domain-row.ts";
import { nextNoticeAt } from "./policy.ts";
import { rulesOfTld } from "./tld-rules.ts";

const dayMs = 86_400_000;

/** Auto-renewal runs this long before expiry, which leaves time to retry. */
export const renewalLeadMs = 12 * 3_600_000;

export const addDays = (date: Date, days: number): Date => new Date(date.getTime() + days * dayMs);

/** A moment that is past is looked at again in an hour: the other side's clock may be behind. */
export const laterOf = (moment: Date, now: Date): Date =>
  moment > now ? moment : new Date(now.getTime() + 3_600_000);

/** The same day and time some years on; the 29th of February becomes the 28th where there is none. */
export function addYears(date: Date, years: number): Date {
  const moved = new Date(date);
  moved.setUTCFullYear(date.getUTCFullYear() + years);
  if (moved.getUTCMonth() !== date.getUTCMonth()) {
    moved.setUTCDate(0);
  }
  return moved;
}

type Scheduled = Pick<DomainRow, "status" | "autoRenew" | "paidUntil" | "tld">;
export type Schedule = Pick<DomainRow, "nextNoticeAt" | "nextRenewalAt" | "nextDeletionAt">;

/** The next due moments of a domain. Recomputed after every change of status, term or setting. */
export function scheduleOf(domain: Scheduled, now: Date): Schedule {
  const { status, autoRenew, paidUntil, tld } = domain;
  const isKept = status === "active" || status === "expired";
  return {
    // One that is active beyond its paid time has yet to be told that it has ended.
    nextNoticeAt: isKept
      ? status === "active" && paidUntil <= now
        ? now
        : nextNoticeAt(paidUntil, now)
      : null,
    nextRenewalAt: autoRenew && isKept ? new Date(paidUntil.getTime() - renewalLeadMs) : null,
    nextDeletionAt: !autoRenew && status === "expired" ? addDays(paidUntil, rulesOfTld(tld).graceDays) : null,
  };
}
