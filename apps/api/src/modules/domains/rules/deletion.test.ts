import { describe, expect, it } from "vitest";
import { isFinalDeletion } from "./deletion.ts";
import { addDays } from "./schedule.ts";

const now = new Date("2026-06-01T00:00:00.000Z");
const rules = { addGraceDays: 5, redemptionDays: 30 };

describe("isFinalDeletion", () => {
  it.each([
    ["in the add grace period", ["addPeriod"], 100, rules, true],
    ["in another grace period", ["renewPeriod"], 1, rules, false],
    ["within the days of add grace, at a registry without statuses", [], 4, rules, true],
    ["after the days of add grace", [], 6, rules, false],
    ["at a registry without add grace", [], 1, { ...rules, addGraceDays: 0 }, false],
    ["at a registry without redemption", [], 100, { ...rules, redemptionDays: 0 }, true],
  ])("%s", (_, graceStatuses, ageDays, tldRules, isFinal) => {
    const registeredAt = addDays(now, -ageDays);
    expect(isFinalDeletion({ graceStatuses, registeredAt }, tldRules, now)).toBe(isFinal);
  });
});
