import { dayMs, minuteMs } from "../../../kernel/durations.ts";

export type DisputeState = "open" | "won" | "lost";

/** A closed dispute stays as it is: what the processor reports may be older. */
export const disputeTransitions: Record<DisputeState, readonly DisputeState[]> = {
  open: ["won", "lost"],
  won: [],
  lost: [],
};

export const disputeStateAfter = (stored: DisputeState, reported: DisputeState): DisputeState =>
  disputeTransitions[stored].includes(reported) ? reported : stored;

const firstCheckMs = 10 * minuteMs;

/** The next look at an open dispute, in case the notice of its end is lost: ever later, at least daily. */
export function nextDisputeCheckAt({ openedAt }: { openedAt: Date }, now: Date): Date {
  const ageMs = now.getTime() - openedAt.getTime();
  return new Date(now.getTime() + Math.min(Math.max(ageMs, firstCheckMs), dayMs));
}
