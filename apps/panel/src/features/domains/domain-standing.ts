import type { DomainStatus, RenewalState } from "@zonepost/schema";
import { type DomainStandingLabel, domainStates } from "@zonepost/schema/status";
import type { Tone } from "../../ui/notices/status-badge.tsx";
import { daysLeft, expiryUrgency } from "./days-left.ts";

export type Life = {
  status: DomainStatus;
  autoRenew: boolean;
  expiresAt: string;
  isSuspended: boolean;
  /** Null for a domain that can't be renewed now. */
  renewalState: RenewalState | null;
};

export type DomainStanding = { label: DomainStandingLabel; tone: Tone };

/**
 * The status, unless more is known at `now`: an active domain that is suspended, about to expire or not renewed isn't
 * well.
 */
export function standingOf(domain: Life, now: Date): DomainStanding {
  const { status, autoRenew, expiresAt, isSuspended, renewalState } = domain;
  if (isSuspended && (status === "active" || status === "expired")) {
    return { label: "suspended", tone: domainStates.suspended.tone };
  }
  if (status === "active" && renewalState === "failed") {
    return { label: "renewal_failed", tone: domainStates.renewal_failed.tone };
  }
  const days = daysLeft(now, expiresAt);
  const urgency = expiryUrgency(days, autoRenew);
  if (status !== "active" || urgency === "none") {
    return { label: status, tone: domainStates[status].tone };
  }
  if (days < 0) {
    const label = autoRenew ? "renewal_overdue" : "expired";
    return { label, tone: domainStates[label].tone };
  }
  return { label: "expires", tone: domainStates[urgency === "now" ? "expired" : "expires"].tone };
}
