import { describe, expect, it } from "vitest";
import { dayMs, minuteMs } from "../../../kernel/durations.ts";
import { isConfirmationDue, linkState, resendDecision, targetState } from "./policy.ts";

const sentAt = new Date("2026-03-01T09:30:00.000Z");
const after = (ms: number) => new Date(sentAt.getTime() + ms);
const waiting = { sentAt, confirmedAt: null, stoppedAt: null };
const confirmed = { ...waiting, confirmedAt: after(minuteMs) };
const stopped = { ...waiting, stoppedAt: after(minuteMs) };

describe("the confirmation of an external address", () => {
  it.each([
    ["isn't there", undefined, 0, "waiting_for_confirmation", undefined, true],
    ["was just sent", waiting, 1, "waiting_for_confirmation", "waiting_for_confirmation", false],
    [
      "ends in a moment",
      waiting,
      7 * dayMs - 1,
      "waiting_for_confirmation",
      "waiting_for_confirmation",
      false,
    ],
    ["is 7 days old", waiting, 7 * dayMs, "waiting_for_confirmation", "expired", true],
    ["was confirmed long ago", confirmed, 400 * dayMs, "active", "active", false],
    ["was stopped long ago", stopped, 400 * dayMs, "stopped", "stopped", false],
  ] as const)("that %s has its state, and is requested or not", (_, row, ageMs, state, link, isDue) => {
    expect(targetState(row)).toBe(state);
    expect(row && linkState(row, after(ageMs))).toBe(link);
    expect(isConfirmationDue(row, after(ageMs))).toBe(isDue);
  });

  it.each([
    ["was never sent", undefined, 0, { send: true }],
    ["was sent 15 seconds ago", waiting, 15_000, { send: false, afterSeconds: 45 }],
    ["was sent a minute ago", waiting, minuteMs, { send: true }],
    ["was confirmed", confirmed, 2 * minuteMs, { send: false, because: "confirmed" }],
    ["was stopped", stopped, minuteMs + 30 * dayMs - 1, { send: false, because: "stopped" }],
    ["was stopped 30 days ago", stopped, minuteMs + 30 * dayMs, { send: true }],
  ] as const)("that %s is sent again, or not", (_, row, ageMs, decision) => {
    expect(resendDecision(row, after(ageMs))).toEqual(decision);
  });
});
