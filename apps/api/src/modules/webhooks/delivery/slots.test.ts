import { describe, expect, it } from "vitest";
import type { ClaimedDelivery } from "./claimed-delivery.ts";
import { Slots } from "./slots.ts";

const limits = { perEndpoint: 2, perWorkspace: 3, perHost: 100, total: 100 };

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
    heldUntil: null,
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

function createSlots(ownLimits = limits) {
  const sent: ClaimedDelivery[] = [];
  const clock = { nowMs: 0 };
  const slots = new Slots(
    ownLimits,
    (claim) => sent.push(claim),
    () => clock.nowMs,
  );
  const answer = (index: number, durationMs = 1) =>
    slots.finished(sent[index] as ClaimedDelivery, { durationMs, hasFailed: false });
  return { slots, clock, sent, answer, ids: () => idsOf(sent) };
}

const idsOf = (claims: readonly ClaimedDelivery[]) => claims.map(({ deliveryId }) => deliveryId);

describe("the deliveries that a worker has claimed", () => {
  it("are sent in turn, within the limits of endpoint and workspace, and the next when one ends", () => {
    const { slots, answer, ids } = createSlots({ ...limits, perWorkspace: 3 });
    const quick = ["a", "b"].map((endpointId) => claimsOf(endpointId, 1, "shared"));
    slots.take(quick.flat());
    answer(0);
    answer(1);
    slots.take([...claimsOf("a", 3, "shared"), ...claimsOf("b", 3, "shared"), ...claimsOf("c", 1)]);
    expect(ids().slice(2)).toEqual(["a 0", "b 0", "c 0", "a 1"]);
    answer(2);
    expect(ids().slice(6)).toEqual(["b 1"]);
  });

  it.each([
    ["workspace", { perWorkspace: 16 }, { ofWorkspace: new Map([["shared", 2]]) }],
    ["host", { perWorkspace: 100, perHost: 16 }, { ofHost: new Map([["example.com", 2]]) }],
    ["worker", { perWorkspace: 100, perHost: 100, total: 16 }, { total: 2 }],
  ])("leave room for more of their %s once an eighth of its share is free", (_, own, room) => {
    const { slots, answer } = createSlots({ ...limits, ...own });
    slots.take(Array.from({ length: 8 }, (_, index) => claimsOf(`${index}`, 2, "shared")).flat());
    const none = Object.fromEntries(
      Object.entries(room).map(([name, of]) => [
        name,
        of instanceof Map ? new Map([...of].map(([key]) => [key, 0])) : 0,
      ]),
    );
    expect(slots.room()).toMatchObject(none);
    expect(answer(0, 1_000)).toBe(false);
    expect(slots.room()).toMatchObject(none);
    expect(answer(2, 1_000)).toBe(true);
    expect(slots.room()).toMatchObject(room);
  });

  it("wait after a failure until its result is recorded, and are given back", () => {
    const { slots, sent, answer, ids } = createSlots();
    slots.take([...claimsOf("a", 1)]);
    answer(0);
    slots.take(claimsOf("a", 5));
    slots.finished(sent[1] as ClaimedDelivery, { durationMs: 1, hasFailed: true });
    answer(2);
    expect(ids()).toHaveLength(3);
    // Meanwhile, no more are claimed for it.
    expect(slots.room().ofQuickEndpoint.get("a")).toBe(0);
    expect(idsOf(slots.takeWaiting(["a"]))).toEqual(["a 2", "a 3", "a 4"]);
    expect(slots.room().ofQuickEndpoint.get("a")).toBe(0);
    slots.resume(["a"]);
    slots.take(claimsOf("a", 1));
    expect(ids()).toHaveLength(4);
  });

  it("are claimed ahead for an endpoint while it answers quickly", () => {
    const { slots, answer } = createSlots();
    slots.take(claimsOf("a", 2));
    expect(slots.room().ofEndpoint.get("a")).toBe(0);
    answer(0);
    expect(slots.room().ofQuickEndpoint.get("a")).toBeGreaterThan(100);
    for (let attempt = 0; attempt < 10; attempt += 1) {
      slots.take(claimsOf("a", 1));
      answer(0, 500);
    }
    expect(slots.room().ofEndpoint.get("a")).toBeLessThanOrEqual(limits.perEndpoint);
  });

  it("take no room from others of their workspace and host while their endpoint answers quickly", () => {
    const { slots, answer } = createSlots();
    slots.take(claimsOf("a", 1, "shared"));
    answer(0);
    slots.take([...claimsOf("a", 50, "shared"), ...claimsOf("b", 1, "shared")]);
    expect(slots.room()).toMatchObject({
      total: limits.total - 1,
      ofWorkspace: new Map([["shared", limits.perWorkspace - 1]]),
      ofHost: new Map([["example.com", limits.perHost - 1]]),
    });
  });

  it("are given back after a second, and are then no longer claimed ahead", () => {
    const { slots, clock, sent, answer } = createSlots();
    slots.take(claimsOf("a", 2));
    answer(0);
    slots.take(claimsOf("a", 10));
    clock.nowMs += 1_000;
    expect(slots.takeStalled()).toEqual([]);
    clock.nowMs += 1;
    expect(slots.takeStalled()).toHaveLength(9);
    expect(sent).toHaveLength(3);
    expect(slots.room().ofEndpoint.get("a")).toBe(0);
  });
});
