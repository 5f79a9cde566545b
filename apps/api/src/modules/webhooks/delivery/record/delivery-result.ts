import type { ClaimedDelivery } from "../claimed-delivery.ts";
import { nextAttemptAt } from "../policy.ts";
import type { AttemptResult } from "../send-delivery.ts";

export type DeliveryResult = {
  claim: ClaimedDelivery;
  outcome:
    | {
        kind: "skipped";
        /** Business time. */
        endedAt: Date;
      }
    | (AttemptResult & {
        kind: "attempted";
        /** Business time. */
        endedAt: Date;
        random: number;
      });
};

type Attempted = Extract<DeliveryResult["outcome"], { kind: "attempted" }>;
export type AttemptedResult = { claim: ClaimedDelivery; outcome: Attempted };

export const isAttempted = (result: DeliveryResult): result is AttemptedResult =>
  result.outcome.kind === "attempted";

export const isDelivered = (result: DeliveryResult): boolean =>
  isAttempted(result) && result.outcome.error === undefined;

export const ourStages = ["internal", "secret"] as const;
export const isOfStage = ({ outcome }: DeliveryResult, stage: string): boolean =>
  outcome.kind === "attempted" && outcome.errorStage === stage;
export const isOurFault = (result: DeliveryResult): boolean =>
  ourStages.some((stage) => isOfStage(result, stage));

/** Tests never change an endpoint's health, a person's replay only when it succeeds, and our own errors neither. */
export function isCounted(result: DeliveryResult): boolean {
  const { kind } = result.claim;
  return kind === "scheduled" ? !isOurFault(result) : kind === "replay" && isDelivered(result);
}

/** In the middle of a catch-up, what its replays are told applies to the rest. A single replay is a person's own choice. */
const asksToWait = ({ claim, outcome }: DeliveryResult): boolean =>
  claim.catchUpId !== null && outcome.kind === "attempted" && outcome.retryAfterMs > 0;

export const concernsHealth = (result: DeliveryResult): boolean => isCounted(result) || asksToWait(result);

/** What happens to the delivery after an attempt; without `nextAt`, nothing is left to do. */
export function planOf({ claim, outcome }: AttemptedResult): {
  status: "succeeded" | "failed" | "pending";
  nextAt: Date | null;
} {
  if (outcome.error === undefined) {
    return { status: "succeeded", nextAt: null };
  }
  const nextAt =
    claim.kind === "scheduled"
      ? nextAttemptAt(
          claim.attemptsMade + 1 - claim.replays,
          outcome.endedAt,
          outcome.random,
          outcome.retryAfterMs,
        )
      : claim.kind === "replay" && claim.resumeAt
        ? new Date(Math.max(claim.resumeAt.getTime(), outcome.endedAt.getTime()))
        : null;
  return { status: nextAt ? "pending" : "failed", nextAt };
}
