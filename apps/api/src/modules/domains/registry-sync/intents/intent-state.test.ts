import fs from "node:fs";
import { describe, expect, it } from "vitest";
import {
  type IntentEvent,
  type IntentState,
  intentTransitions,
  isInFlight,
  statesBefore,
} from "./intent-state.ts";

const events = Object.keys(intentTransitions) as IntentEvent[];
const states = ["written", "sending", "unknown", "accepted", "confirmed", "declined"] as const;

const ends = ["applied", "refused", "superseded"] as const;

describe("an intent", () => {
  // A dash means the event can't happen: the writer ignores such an intent.
  it.each([
    ["written", ["sending", "-", "-", "-", "-", "sending", "applied", "-", "superseded"]],
    ["sending", ["sending", "unknown", "accepted", "confirmed", "-", "sending", ...ends]],
    ["unknown", ["sending", "unknown", "accepted", "confirmed", "-", "unknown", ...ends]],
    ["accepted", ["-", "unknown", "accepted", "confirmed", "declined", "-", ...ends]],
    ["confirmed", ["-", "-", "-", "-", "declined", "confirmed", ...ends]],
    ["declined", ["-", "-", "accepted", "-", "-", "-", ...ends]],
  ] as const)("that is %s moves to %j", (from, to) => {
    expect(events).toEqual([
      "send",
      "loseAnswer",
      "accept",
      "confirm",
      "decline",
      "postpone",
      "apply",
      "refuse",
      "supersede",
    ]);
    expect(events.map((event) => intentTransitions[event][from] ?? "-")).toEqual(to);
  });

  it("that the registry has accepted, confirmed or declined is never resent", () => {
    expect(statesBefore("send")).not.toContain("confirmed");
    expect(statesBefore("send")).not.toContain("accepted");
    expect(statesBefore("send")).not.toContain("declined");
  });

  it("never leaves a final state", () => {
    for (const event of events) {
      expect(statesBefore(event).every((state) => states.includes(state))).toBe(true);
    }
  });
});

describe("the diagram of an intent's states", () => {
  it("contains every transition, and no other", () => {
    const page = new URL(
      "../../../../../../../docs/decisions/0003-intents-and-one-reconcile.md",
      import.meta.url,
    );
    const arrows = [...fs.readFileSync(page, "utf8").matchAll(/^ +(\w+) --> (\w+)/gm)];
    const drawn = arrows.flatMap(([, from = "", to = ""]) =>
      (from === "open" ? states : [from]).map((state) => `${state} ${to}`),
    );
    const listed = events.flatMap((event) =>
      Object.entries(intentTransitions[event]).flatMap(([from, to]) =>
        from === to ? [] : [`${from} ${to}`],
      ),
    );
    expect([...new Set(drawn)].sort()).toEqual([...new Set(listed)].sort());
  });
});

describe("an intent in flight", () => {
  const wallNow = new Date("2026-03-01T12:00:00Z");
  const before = new Date(wallNow.getTime() - 1);
  const after = new Date(wallNow.getTime() + 1);

  it.each<[IntentState, boolean]>([
    [{ name: "written" }, false],
    [{ name: "sending", leasedUntil: after }, true],
    [{ name: "sending", leasedUntil: wallNow }, false],
    [{ name: "sending", leasedUntil: before }, false],
    [{ name: "unknown", leasedUntil: after }, true],
    [{ name: "unknown", leasedUntil: null }, false],
    [{ name: "accepted", leasedUntil: after }, true],
    [{ name: "declined" }, false],
    [{ name: "applied", settledAt: before }, false],
  ])("is %j: %s", (state, expected) => {
    expect(isInFlight(state, wallNow)).toBe(expected);
  });
});
