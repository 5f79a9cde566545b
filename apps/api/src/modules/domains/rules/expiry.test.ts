import { describe, expect, it } from "vitest";
import { isExpiryDelayed } from "./expiry.ts";
import { addDays } from "./schedule.ts";

const paidUntil = new Date("2026-06-01T00:00:00.000Z");

describe("isExpiryDelayed", () => {
  it.each([
    ["without auto-renew", false, undefined, 0, false],
    ["before the first attempt", true, undefined, 0, true],
    ["while the registry is unavailable", true, "registry_unavailable", 0, true],
    ["while the registry fails", true, "registry_failed", 2.9, true],
    ["while the outcome is unknown", true, "registry_outcome_unknown", 1, true],
    ["after three days", true, "registry_unavailable", 3, false],
    ["if the registry refuses", true, "registry_refused", 0, false],
    ["if a status prohibits it", true, "change_prohibited", 0, false],
    ["if there is no price", true, "no_price", 0, false],
  ])("%s", (_, autoRenew, failureCode, daysAfter, isDelayed) => {
    const now = addDays(paidUntil, daysAfter);
    expect(isExpiryDelayed({ autoRenew, paidUntil }, failureCode, now)).toBe(isDelayed);
  });
});
