import { describe, expect, it } from "vitest";
import { isDeletionDue, isFinalDeletion } from "./deletion.ts";
import { addDays } from "./schedule.ts";

const now = new Date("2026-06-01T00:00:00.000Z");
const rules = { addGraceDays: 5, redemptionDays: 30 };

describe("isDeletionDue", () => {
  const ms = (count: number) => new Date(now.getTime() + count);

  it.each([
    ["of an active domain, before a registry that keeps its fees renews it", "active", now, true],
    ["of an expired domain, after its grace period", "expired", ms(-1), true],
    ["of a domain that was renewed, and is deleted a year later", "active", ms(1), false],
    ["of a domain that was renewed, and has no date", "active", null, false],
    ["of a domain that is being registered", "pending", ms(-1), false],
    ["of a domain that another registrar requests", "pending_transfer", ms(-1), false],
    ["of a domain that is deleted", "redemption", ms(-1), false],
    ["of a domain that is about to be released", "pending_delete", ms(-1), false],
    ["of a domain that is gone", "deleted", ms(-1), false],
  ] as const)("%s", (_case, status, nextDeletionAt, isDue) => {
    expect(isDeletionDue({ status, nextDeletionAt }, now)).toBe(isDue);
  });
});

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
