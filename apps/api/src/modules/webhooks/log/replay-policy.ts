import type { AppError } from "../../../kernel/errors.ts";
import {
  deliveryInFlight,
  endpointInactive,
  eventExpired,
  replayPending,
  testDeliveryReplayed,
} from "../model/errors.ts";

export type ReplayState = {
  isTest: boolean;
  isEndpointActive: boolean;
  /** False once the event is past its retention. */
  hasEvent: boolean;
  /** The delivery's next attempt, if it has one. */
  queued: { kind: "scheduled" | "replay" | "test"; isClaimed: boolean } | null;
};

/** Why a delivery can't be replayed now; undefined if it can. */
export function replayRefusal(state: ReplayState): AppError | undefined {
  if (state.isTest) {
    return testDeliveryReplayed();
  }
  if (!state.isEndpointActive) {
    return endpointInactive();
  }
  if (state.queued?.isClaimed) {
    return deliveryInFlight();
  }
  if (state.queued?.kind === "replay") {
    return replayPending();
  }
  return state.hasEvent ? undefined : eventExpired();
}
