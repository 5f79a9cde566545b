import type { DomainStatus, RenewalState } from "@zonepost/schema";
import { type DomainStandingLabel, domainStates } from "@zonepost/schema/status";
import type { Tone } from "../../ui/notices/status-badge.tsx";
import { daysLeft, expiryUrgency } from "./days-left.ts";

export type Life = {
  status: DomainStatus;
  autoRenew: boolean;
  expiresAt: string;
  /** Null for a domain that can't be renewed now. */
  renewalState: RenewalState | null;
};

export type DomainStanding = {
  /** The status, unless its renewal or the expiry date says more than "Active". */
  label: DomainStandingLabel;
  tone: Tone;
  /** Someone in the workspace has to act, or the domain is lost. */
  needsAttention: boolean;
};

/** What a domain's status means at `now`: an active domain that is about to expire, or isn't renewed, isn't well. */
export function standingOf({ status, autoRenew, expiresAt, renewalState }: Life, now: Date): DomainStanding {
  if (status === "active" && renewalState === "failed") {
    return { label: "renewal_failed", tone: domainStates.renewal_failed.tone, needsAttention: true };
  }
  const days = daysLeft(now, expiresAt);
  const urgency = expiryUrgency(days, autoRenew);
  if (status !== "active" || urgency === "none") {
    const needsAttention = status === "expired" || status === "redemption";
    return { label: status, tone: domainStates[status].tone, needsAttention };
  }
  const overdue = autoRenew ? "renewal_overdue" : "expired";
  return {
    label: days < 0 ? overdue : "expires",
    tone: domainStates[urgency === "now" ? "expired" : "expires"].tone,
    needsAttention: true,
  };
}

const rankOfTone: Record<Tone, number> = { bad: 0, warn: 1, waiting: 2, info: 3, good: 4, off: 5 };

/** Worst first, then by expiry date. */
export function compareStanding(one: Life, other: Life, now: Date): number {
  const rank = (life: Life) => rankOfTone[standingOf(life, now).tone];
  return rank(one) - rank(other) || Date.parse(one.expiresAt) - Date.parse(other.expiresAt);
}
