import { dayMs, hourMs } from "../../../kernel/durations.ts";
import type { DomainRow } from "../model/domain-row.ts";
import type { TldRules } from "../tlds/tld-rules.ts";
import { nextNoticeAt } from "./notices.ts";

/** Auto-renewal runs this long before expiry, leaving time to retry. */
export const renewalLeadMs = 12 * hourMs;

export const addDays = (date: Date, days: number): Date => new Date(date.getTime() + days * dayMs);

/** A moment in the past is checked again in an hour, because the registry's clock may be behind. */
export const laterOf = (moment: Date, now: Date): Date =>
  moment > now ? moment : new Date(now.getTime() + hourMs);

/** The same day and time some years later; 29 February becomes 28 February in other years. */
export function addYears(date: Date, years: number): Date {
  const moved = new Date(date);
  moved.setUTCFullYear(date.getUTCFullYear() + years);
  if (moved.getUTCMonth() !== date.getUTCMonth()) {
    moved.setUTCDate(0);
  }
  return moved;
}

type Scheduled = Pick<DomainRow, "status" | "autoRenew" | "paidUntil">;
export type Schedule = Pick<DomainRow, "nextNoticeAt" | "nextRenewalAt" | "nextDeletionAt">;

/** The next due times of a domain. Recompute them after every change of status, term or setting. */
export function scheduleOf(domain: Scheduled, { graceDays }: TldRules, now: Date): Schedule {
  const { status, autoRenew, paidUntil } = domain;
  const isKept = status === "active" || status === "expired";
  return {
    // An active domain past its paid period still needs its last notice.
    nextNoticeAt: isKept
      ? status === "active" && paidUntil <= now
        ? now
        : nextNoticeAt(paidUntil, now)
      : null,
    nextRenewalAt: autoRenew && isKept ? new Date(paidUntil.getTime() - renewalLeadMs) : null,
    nextDeletionAt: !autoRenew && status === "expired" ? addDays(paidUntil, graceDays) : null,
  };
}
