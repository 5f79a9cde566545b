import { describe, expect, it } from "vitest";
import { type IntentStatus, type IntentStep, intentAfter } from "./intent-status.ts";
import { nextAttemptAt, retryDelaysMs, sendTimes } from "./notice-schedule.ts";
import { maySessionExpireAt, sessionAfter } from "./session-status.ts";

const steps: IntentStep[] = [
  "card_chosen",
  "succeeds",
  "declined",
  "requires_authentication",
  "authentication_failed",
  "canceled",
];

describe("an intent", () => {
  const [card, confirm, action, done, dead, none] = [
    "requires_payment_method",
    "requires_confirmation",
    "requires_action",
    "succeeded",
    "canceled",
    undefined,
  ] as const;

  it.each<[IntentStatus, (IntentStatus | undefined)[]]>([
    [card, [confirm, done, card, action, none, dead]],
    [confirm, [confirm, done, card, action, none, dead]],
    [action, [confirm, done, card, action, card, dead]],
    [done, [none, none, none, none, none, none]],
    [dead, [none, none, none, none, none, none]],
  ])("that is %s", (status, expected) => {
    expect(steps.map((step) => intentAfter(status, step))).toEqual(expected);
  });
});

it.each([
  ["open", "complete", "expired"],
  ["complete", undefined, undefined],
  ["expired", undefined, undefined],
] as const)("a session that is %s", (status, completed, expired) => {
  expect([sessionAfter(status, "completed"), sessionAfter(status, "expired")]).toEqual([completed, expired]);
});

it.each([
  [29 * 60, false],
  [30 * 60, true],
  [24 * 3600, true],
  [24 * 3600 + 1, false],
])("a session may stay open for %i seconds: %s", (seconds, isAllowed) => {
  expect(maySessionExpireAt(1000, 1000 + seconds)).toBe(isAllowed);
});

describe("notices", () => {
  const now = new Date("2026-03-01T00:00:00Z");
  const offsets = (times: Date[]) => times.map((time) => time.getTime() - now.getTime());

  it.each([
    [undefined, [0]],
    [{ kind: "notices_lost", timesLeft: 1 }, []],
    [{ kind: "notices_doubled", timesLeft: 1 }, [0, 0]],
    [{ kind: "notices_delayed", timesLeft: 1 }, [3_600_000]],
    [{ kind: "notices_shuffled", timesLeft: 3 }, [90_000]],
    [{ kind: "notices_shuffled", timesLeft: 1 }, [30_000]],
  ] as const)("with %o are sent after %o", (trouble, expected) => {
    expect(offsets(sendTimes(now, trouble))).toEqual(expected);
  });

  it("are retried for almost three days, with growing delays", () => {
    expect([...retryDelaysMs].sort((one, other) => one - other)).toEqual(retryDelaysMs);
    const days = retryDelaysMs.reduce((sum, delayMs) => sum + delayMs, 0) / 86_400_000;
    expect(days).toBeGreaterThan(2.5);
    expect(days).toBeLessThan(3);
    expect(nextAttemptAt(1, now)?.getTime()).toBe(now.getTime() + 10_000);
    expect(nextAttemptAt(retryDelaysMs.length + 1, now)).toBeNull();
  });
});
