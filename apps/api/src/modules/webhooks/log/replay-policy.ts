import { AppError } from "../../../kernel/errors.ts";
import { endpointInactive } from "../model/errors.ts";

export type ReplayState = {
  isTest: boolean;
  isEndpointActive: boolean;
  /** False once the event is past its retention. */
  hasEvent: boolean;
  /** The delivery's next attempt, if it has one. */
  queued: { kind: "scheduled" | "replay" | "test"; isClaimed: boolean } | null;
};

const conflict = (code: string, message: string) => new AppError("conflict", code, message);

export const replayPending = () =>
  conflict("webhook_replay_pending", "A replay of this delivery is already waiting to be sent.");

/** Why a delivery can't be replayed now; undefined if it can. */
export function replayRefusal(state: ReplayState): AppError | undefined {
  if (state.isTest) {
    return conflict("webhook_test_delivery", "Test events can't be replayed. Send another one instead.");
  }
  if (!state.isEndpointActive) {
    return endpointInactive();
  }
  if (state.queued?.isClaimed) {
    return conflict(
      "webhook_delivery_in_flight",
      "An attempt of this delivery is in progress. Wait for its result.",
    );
  }
  if (state.queued?.kind === "replay") {
    return replayPending();
  }
  return state.hasEvent
    ? undefined
    : conflict(
        "webhook_event_expired",
        "The event is past the retention period, so its body is no longer stored.",
      );
}
