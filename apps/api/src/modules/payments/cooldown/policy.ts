import { paymentCooldownDays } from "@zonepost/schema";
import { dayMs } from "../../../kernel/durations.ts";
import type { RefundState } from "../model/refund-row.ts";

/** Business time between the receipt of a payment and its confirmation. */
export const cooldownMs = paymentCooldownDays * dayMs;

/** The processor never closes a fraud warning, so it pauses a cooldown for this long at most. */
export const warningPauseMs = 60 * dayMs;

type PauseReason = "early_fraud_warning" | "dispute" | "refund_owed";

/** The columns of a payment that hold its cooldown. All times are business time. */
export type Cooldown = {
  cooldownState: "running" | "paused" | "done" | "ended";
  pauseReason: PauseReason | null;
  pausedAt: Date | null;
  /** The end of the cooldown while it runs, or of the pause for a warning. Null if time changes nothing. */
  cooldownDueAt: Date | null;
  /** What was left when it started, or was paused or ended. */
  cooldownLeftMs: number;
};

/** The circumstances that decide about a payment, as they are now. */
export type Circumstances = {
  isRefunded: boolean;
  hasLostDispute: boolean;
  /** The open dispute's start, and the last open warning's. They may be known later than they start. */
  disputedAt: Date | null;
  warnedAt: Date | null;
  /** Since when a refund that failed is owed. */
  owedAt: Date | null;
};

export type PaidStatus = "received" | "confirmed" | "refunded" | "disputed";

/**
 * The changes of a paid payment. `refunded` is only left if the bank returns the money of a refund, and `disputed` for
 * it if a refund was on its way when the dispute was opened.
 */
export const statusTransitions: Record<PaidStatus, readonly PaidStatus[]> = {
  received: ["confirmed", "refunded", "disputed"],
  confirmed: ["refunded", "disputed"],
  disputed: ["received", "confirmed", "refunded"],
  refunded: ["received", "confirmed", "disputed"],
};

/** `ended` is only left if the bank returns the money of a refund. A lost dispute ends the cooldown permanently. */
export const cooldownTransitions: Record<Cooldown["cooldownState"], readonly Cooldown["cooldownState"][]> = {
  running: ["paused", "done", "ended"],
  paused: ["running", "done", "ended"],
  ended: ["running", "paused", "done"],
  done: [],
};

export function newCooldown(receivedAt: Date): Cooldown {
  return running(receivedAt, cooldownMs);
}

/** A payment is confirmed when its cooldown becomes `done`, which happens once. */
export function cooldownAfter(before: Cooldown, now: Circumstances, at: Date): Cooldown {
  if (before.cooldownState === "done") {
    return before;
  }
  if (now.isRefunded || now.hasLostDispute) {
    return before.cooldownState === "ended" ? before : stopped("ended", leftAt(before, at));
  }
  const pause = pauseOf(now, at);
  if (pause) {
    return paused(before, pause, at);
  }
  const after =
    before.cooldownState === "running" ? before : running(resumedAt(before, at), before.cooldownLeftMs);
  const isOver = after.cooldownDueAt !== null && after.cooldownDueAt <= at;
  return isOver ? stopped("done", 0) : after;
}

export function statusAfter(now: Circumstances, isConfirmed: boolean): PaidStatus {
  if (now.isRefunded) {
    return "refunded";
  }
  if (now.hasLostDispute || now.disputedAt !== null) {
    return "disputed";
  }
  return isConfirmed ? "confirmed" : "received";
}

type Owed = {
  state: RefundState;
  settledAt: Date | null;
  createdAt: Date;
  finishedAt: Date | null;
};

/**
 * Since when money that the bank has returned is owed; null once it has been returned in another way. Another refund that
 * is still on its way doesn't settle it yet.
 */
export function owedSince(refunds: readonly Owed[]): Date | null {
  const failed = refunds.filter(({ state }) => state === "failed");
  const isUnderWay = refunds.some(({ state }) => state === "pending");
  const owed = failed.filter(({ settledAt }) => settledAt === null || isUnderWay);
  return owed.map(({ finishedAt, createdAt }) => finishedAt ?? createdAt)[0] ?? null;
}

const warningEndsAt = (warnedAt: Date): Date => new Date(warnedAt.getTime() + warningPauseMs);

type Pause = { reason: PauseReason; since: Date; until: Date | null };

/** A dispute takes over from a warning, and both from a refund that is owed. */
function pauseOf({ disputedAt, warnedAt, owedAt }: Circumstances, at: Date): Pause | undefined {
  if (disputedAt !== null) {
    return { reason: "dispute", since: disputedAt, until: null };
  }
  const until = warnedAt && warningEndsAt(warnedAt);
  if (warnedAt && until && until > at) {
    return { reason: "early_fraud_warning", since: warnedAt, until };
  }
  return owedAt === null ? undefined : { reason: "refund_owed", since: owedAt, until: null };
}

/** A running cooldown is paused from the moment at which the reason started, even if that is only known later. */
function paused(before: Cooldown, { reason, since, until }: Pause, at: Date): Cooldown {
  const pausedAt = before.pausedAt ?? earlier(since, at);
  return {
    cooldownState: "paused",
    pauseReason: reason,
    pausedAt,
    cooldownDueAt: until,
    cooldownLeftMs: leftAt(before, pausedAt),
  };
}

function running(startedAt: Date, leftMs: number): Cooldown {
  return {
    cooldownState: "running",
    pauseReason: null,
    pausedAt: null,
    cooldownDueAt: new Date(startedAt.getTime() + leftMs),
    cooldownLeftMs: leftMs,
  };
}

const stopped = (cooldownState: "done" | "ended", cooldownLeftMs: number): Cooldown => ({
  cooldownState,
  pauseReason: null,
  pausedAt: null,
  cooldownDueAt: null,
  cooldownLeftMs,
});

function leftAt({ cooldownState, cooldownDueAt, cooldownLeftMs }: Cooldown, at: Date): number {
  if (cooldownState !== "running" || cooldownDueAt === null) {
    return cooldownLeftMs;
  }
  return Math.min(cooldownLeftMs, Math.max(0, cooldownDueAt.getTime() - at.getTime()));
}

/** The pause for a warning ends on time, even if a worker notices later. */
const resumedAt = ({ cooldownDueAt }: Cooldown, at: Date): Date =>
  cooldownDueAt === null ? at : earlier(cooldownDueAt, at);

const earlier = (one: Date, other: Date): Date => (one < other ? one : other);
