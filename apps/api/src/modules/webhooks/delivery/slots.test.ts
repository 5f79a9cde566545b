import { describe, expect, it } from "vitest";
import type { ClaimedDelivery } from "./claimed-delivery.ts";
import { DeliveryLanes } from "./slots.ts";

const limits = { perEndpoint: 2, perWorkspace: 3, perHost: 100, total: 100 };
const quick = { durationMs: 1, hasFailed: false };

function claimsOf(endpointId: string, count: number, workspaceId = endpointId): ClaimedDelivery[] {
  return Array.from({ length: count }, (_, index) => ({
    workspaceId,
    deliveryId: `${endpointId} ${index}`,
    claimId: "claim",
    endpointId,
    eventId: "event",
    kind: "scheduled",
    attemptsMade: 0,
    replays: 0,
    catchUpId: null,
    resumeAt: null,
    isOrdered: false,
    isRepeat: false,
    dueAt: new Date(0),
    probeAt: null,
    event: { type: "domain.transferred", body: "{}" },
    endpoint: {
      url: "https://example.com/",
      targetHost: "example.com",
      isSubscribed: true,
      active: true,
      secretEncrypted: "",
      nextSecretEncrypted: null,
      rotationEndsAt: null,
    },
  }));
}

function createLanes(ownLimits = limits) {
  const sent: ClaimedDelivery[] = [];
  const clock = { nowMs: 0 };
  const lanes = new DeliveryLanes(
    ownLimits,
    (claim) => sent.push(claim),
    () => clock.nowMs,
  );
  return { lanes, clock, sent, ids: () => sent.map(({ deliveryId }) => deliveryId) };
}

describe("the deliveries that a worker has claimed", () => {
  it("are sent in turn, within the limits of endpoint and workspace, and the next when one ends", () => {
    const { lanes, sent, ids } = createLanes();
    lanes.add([...claimsOf("a", 3, "shared"), ...claimsOf("b", 3, "shared"), ...claimsOf("c", 1)]);
    expect(ids()).toEqual(["a 0", "b 0", "c 0", "a 1"]);
    lanes.finished(sent[0] as ClaimedDelivery, quick);
    expect(ids().slice(4)).toEqual(["b 1"]);
    expect([lanes.inFlight, lanes.claimed]).toEqual([4, 7]);
  });

  it("wait after a failure until its result is recorded, and are given back", () => {
    const { lanes, sent, ids } = createLanes();
    lanes.add(claimsOf("a", 5));
    lanes.finished(sent[0] as ClaimedDelivery, { durationMs: 1, hasFailed: true });
    lanes.finished(sent[1] as ClaimedDelivery, quick);
    expect(ids()).toHaveLength(2);
    // Meanwhile, no more are claimed for it.
    expect(lanes.counts().inFlight.endpoint.get("a")).toBeGreaterThanOrEqual(limits.perEndpoint);
    expect(lanes.takeWaiting(["a"]).map(({ deliveryId }) => deliveryId)).toEqual(["a 2", "a 3", "a 4"]);
    lanes.settled(claimsOf("a", 5));
    lanes.resume(["a"]);
    lanes.add(claimsOf("a", 1));
    expect(ids()).toHaveLength(3);
  });

  it("are claimed ahead for an endpoint while it answers quickly", () => {
    const { lanes, sent } = createLanes();
    lanes.add(claimsOf("a", 2));
    expect(lanes.counts().ahead.get("a")).toBeUndefined();
    lanes.finished(sent[0] as ClaimedDelivery, quick);
    expect(lanes.counts().ahead.get("a")).toBeGreaterThan(100);
    // A quick endpoint takes no room from others of its workspace and host.
    expect(lanes.counts().inFlight.workspace.size).toBe(0);
    for (let attempt = 0; attempt < 10; attempt += 1) {
      lanes.add(claimsOf("a", 1));
      lanes.finished(sent[0] as ClaimedDelivery, { durationMs: 500, hasFailed: false });
    }
    expect(lanes.counts().ahead.get("a")).toBeUndefined();
  });

  it("are given back if their endpoint no longer answers", () => {
    const { lanes, clock, sent } = createLanes();
    lanes.add(claimsOf("a", 2));
    lanes.finished(sent[0] as ClaimedDelivery, quick);
    lanes.add(claimsOf("a", 10));
    clock.nowMs += 200;
    expect(lanes.takeStalled()).toEqual([]);
    clock.nowMs += 100;
    expect(lanes.takeStalled()).toHaveLength(9);
    expect(lanes.inFlight).toBe(2);
  });

  it("are given back after five seconds, although their endpoint still answers", () => {
    const { lanes, clock, sent } = createLanes();
    lanes.add(claimsOf("a", 100));
    for (let second = 1; second <= 5; second += 1) {
      clock.nowMs += 1_000;
      expect(lanes.takeStalled()).toEqual([]);
      lanes.finished(sent.at(-1) as ClaimedDelivery, { durationMs: 1_000, hasFailed: false });
    }
    clock.nowMs += 1;
    expect(lanes.takeStalled()).toHaveLength(100 - sent.length);
  });
});
