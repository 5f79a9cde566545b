import { expect, it } from "vitest";
import { replayRefusal } from "./replay-policy.ts";

const replayable = { isTest: false, isEndpointActive: true, hasEvent: true, queued: null };
const scheduled = { kind: "scheduled", isClaimed: false } as const;

it.each([
  [{}, undefined],
  [{ queued: scheduled }, undefined],
  [{ queued: { ...scheduled, isClaimed: true } }, "webhook_delivery_in_flight"],
  [{ queued: { kind: "replay", isClaimed: true } }, "webhook_delivery_in_flight"],
  [{ queued: { kind: "replay", isClaimed: false } }, "webhook_replay_pending"],
  [{ isEndpointActive: false }, "webhook_endpoint_inactive"],
  [{ hasEvent: false }, "webhook_event_expired"],
  [{ isTest: true, isEndpointActive: false }, "webhook_test_delivery"],
] as const)("refuses a replay of %j with %s", (state, refusal) => {
  expect(replayRefusal({ ...replayable, ...state })?.code).toBe(refusal);
});
