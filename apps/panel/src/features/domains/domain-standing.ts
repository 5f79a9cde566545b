import type { DomainStatus } from "@zonepost/schema";
import type { Tone } from "../../ui/notices/status-badge.tsx";
import { daysLeft, expiryUrgency } from "./days-left.ts";

type Life = { status: DomainStatus; autoRenew: boolean; expiresAt: string };

export type DomainStanding = {
  /** The status, unless the expiry date says more than "Active". */
  label: DomainStatus | "expires" | "renewal_overdue";
  tone: Tone;
  /** Someone in the workspace has to act, or the domain is lost. */
  needsAttention: boolean;
};

const tones: Record<DomainStatus, Tone> = {
  pending: "waiting",
  active: "good",
  expired: "bad",
  redemption: "bad",
  pending_delete: "bad",
  pending_transfer: "waiting",
  transferred_out: "off",
  deleted: "off",
};

/** What a domain's status means at `now`: an active domain that is about to expire isn't well. */
export function standingOf({ status, autoRenew, expiresAt }: Life, now: Date): DomainStanding {
  const days = daysLeft(now, expiresAt);
  const urgency = expiryUrgency(days, autoRenew);
  if (status !== "active" || urgency === "none") {
    const needsAttention = status === "expired" || status === "redemption";
    return { label: status, tone: tones[status], needsAttention };
  }
  const overdue = autoRenew ? "renewal_overdue" : "expired";
  return {
    label: days < 0 ? overdue : "expires",
    tone: urgency === "now" ? "bad" : "warn",
    needsAttention: true,
  };
}

const rankOfTone: Record<Tone, number> = { bad: 0, warn: 1, waiting: 2, info: 3, good: 4, off: 5 };

/** Worst first, then by expiry date. */
export function compareStanding(one: Life, other: Life, now: Date): number {
  const rank = (life: Life) => rankOfTone[standingOf(life, now).tone];
  return rank(one) - rank(other) || Date.parse(one.expiresAt) - Date.parse(other.expiresAt);
}
