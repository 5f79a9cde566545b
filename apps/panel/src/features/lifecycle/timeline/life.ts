import type { DomainStatus } from "@zonepost/schema";
import { dayMs } from "../../../ui/values/durations.ts";

const lifePhases = ["paid", "grace", "redemption", "pending_delete"] as const;
type LifePhase = (typeof lifePhases)[number];

export type PhaseOfLife = {
  phase: LifePhase;
  from: string;
  until: string;
  state: "past" | "now" | "ahead";
  /** The elapsed share of the current phase, 0 to 1. */
  share: number;
};

type Life = {
  status: DomainStatus;
  registeredAt: string;
  expiresAt: string;
  /** When the domain is deleted unless it is renewed first. */
  deletesAt: string | null;
  /** When the status ends, if it does. */
  until: string | null;
};
type Periods = { graceDays: number; redemptionDays: number; pendingDeleteDays: number };

/**
 * A domain's life cycle until its name is available again: actual dates for phases that have started, the registry's
 * periods for the rest. A domain deleted before its expiry date has no grace period.
 */
export function phasesOfLife(life: Life, periods: Periods, now: Date): PhaseOfLife[] {
  const after = (from: number, days: number) => from + days * dayMs;
  const registered = Date.parse(life.registeredAt);
  const expires = Date.parse(life.expiresAt);
  const known = life.until === null ? undefined : Date.parse(life.until);

  const pendingDeleteFrom =
    life.status === "pending_delete" && known !== undefined
      ? known - periods.pendingDeleteDays * dayMs
      : undefined;
  const redemptionEnd =
    pendingDeleteFrom ?? (life.status === "redemption" && known !== undefined ? known : undefined);
  const graceEnd =
    redemptionEnd === undefined
      ? life.deletesAt === null
        ? after(expires, periods.graceDays)
        : Math.max(Date.parse(life.deletesAt), expires)
      : redemptionEnd - periods.redemptionDays * dayMs;
  const paidEnd = Math.min(expires, graceEnd);
  const redeemableUntil = redemptionEnd ?? after(graceEnd, periods.redemptionDays);
  const ends: Record<LifePhase, number> = {
    paid: paidEnd,
    grace: graceEnd,
    redemption: redeemableUntil,
    pending_delete: after(redeemableUntil, periods.pendingDeleteDays),
  };

  // The displayed clock ticks rarely, so a domain registered a moment ago would be in its future.
  const at = Math.max(now.getTime(), registered);
  let from = registered;
  const phases: PhaseOfLife[] = [];
  for (const phase of lifePhases) {
    const until = ends[phase];
    if (until > from) {
      const state = at >= until ? "past" : at < from ? "ahead" : "now";
      phases.push({
        phase,
        from: new Date(from).toISOString(),
        until: new Date(until).toISOString(),
        state,
        share: Math.min(Math.max((at - from) / (until - from), 0), 1),
      });
    }
    from = Math.max(from, until);
  }
  return phases;
}
