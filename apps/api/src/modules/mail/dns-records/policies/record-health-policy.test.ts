import type { MailDnsRecord } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import { type Health, healthAfter, nextCheckOf } from "./record-health-policy.ts";

type State = Pick<MailDnsRecord, "status" | "severity">;
const ok: State = { status: "ok", severity: "note" };
const missing: State = { status: "missing", severity: "error" };
const differs: State = { status: "differs", severity: "warning" };
const away: State = { status: "unknown", severity: "note" };
const optional: State = { status: "missing", severity: "note" };

const record = (state: State): MailDnsRecord => ({
  purpose: "spf",
  type: "TXT",
  name: "example.com",
  expected: "v=spf1 mx ~all",
  seen: [],
  hint: "",
  ...state,
});

/** The looks as minutes and what each found; returns when the owners are told. */
function told(looks: [minute: number, state: State][]): string[] {
  let health: Health = {};
  return looks.flatMap(([minute, state]) => {
    const after = healthAfter(health, [record(state)], new Date(minute * 60_000));
    health = after.health;
    return [...after.broken.map(() => `broken at ${minute}`), ...after.fixed.map(() => `fixed at ${minute}`)];
  });
}

describe("the owners", () => {
  it.each<[string, [number, State][], string[]]>([
    [
      "never about a record that never worked",
      [
        [0, missing],
        [15, missing],
        [60, missing],
      ],
      [],
    ],
    [
      "after two looks, 15 minutes apart, and once",
      [
        [0, ok],
        [10, missing],
        [25, missing],
        [400, missing],
      ],
      ["broken at 25"],
    ],
    [
      "not after two looks in a row",
      [
        [0, ok],
        [10, missing],
        [11, missing],
        [24, missing],
        [25, differs],
      ],
      ["broken at 25"],
    ],
    [
      "not about a failure that is over",
      [
        [0, ok],
        [10, missing],
        [20, ok],
        [30, missing],
        [40, ok],
      ],
      [],
    ],
    [
      "never because a server was away",
      [
        [0, ok],
        [10, away],
        [25, away],
        [400, away],
      ],
      [],
    ],
    [
      "of a break that a silent server interrupts",
      [
        [0, ok],
        [10, missing],
        [20, away],
        [30, missing],
      ],
      ["broken at 30"],
    ],
    [
      "never about an optional record",
      [
        [0, ok],
        [10, optional],
        [25, optional],
      ],
      [],
    ],
    [
      "once it is fixed, and about the next break",
      [
        [0, ok],
        [10, missing],
        [25, missing],
        [60, ok],
        [70, ok],
        [80, missing],
        [95, missing],
      ],
      ["broken at 25", "fixed at 60", "broken at 95"],
    ],
  ])("are told %s", (_, looks, expected) => {
    expect(told(looks)).toEqual(expected);
  });
});

describe("the next check", () => {
  const now = new Date(0);
  const minutesUntil = (id: string, isSuspicious = false) =>
    nextCheckOf(id, isSuspicious, now).getTime() / 60_000;

  it("is about six hours later, spread over an hour", () => {
    expect(minutesUntil("0198a000-0000-7000-8000-000000000000")).toBe(330);
    expect(minutesUntil("0198a000-0000-7000-8000-000000800000")).toBe(360);
    expect(minutesUntil("0198a000-0000-7000-8000-000000ffffff")).toBeCloseTo(390, 1);
  });

  it("is soon after a record failed for the first time", () => {
    expect(minutesUntil("0198a000-0000-7000-8000-000000ffffff", true)).toBe(15);
  });
});
