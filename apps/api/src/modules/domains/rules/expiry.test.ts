import { describe, expect, it } from "vitest";
import { isExpiryDelayed } from "./expiry.ts";
import { addDays } from "./schedule.ts";

const paidUntil = new Date("2026-06-01T00:00:00.000Z");

describe("isExpiryDelayed", () => {
  it.each([
    ["without auto-renew", false, {}, 0, false],
    ["before the first try", true, {}, 0, true],
    ["while the registry is unavailable", true, { failureCode: "registry_unavailable" }, 0, true],
    ["while the registry fails", true, { failureCode: "registry_failed" }, 2.9, true],
    ["while the outcome is unknown", true, { failureCode: "registry_outcome_unknown" }, 1, true],
    ["if the registry hasn't answered for a day", true, { failureCode: "registry_silent" }, 1, true],
    ["after three days", true, { failureCode: "registry_unavailable" }, 3, false],
    ["if the registry refuses", true, { failureCode: "registry_refused" }, 0, false],
    ["if a status prohibits it", true, { failureCode: "change_prohibited" }, 0, false],
    ["if there is no price", true, { failureCode: "no_price" }, 0, false],
    ["if the card was declined", true, { failureCode: "card_declined" }, 0, false],
    ["once it is paid after a decline", true, { failureCode: "card_declined", isPaid: true }, 0, true],
    ["once a person has paid for it", false, { isPaid: true }, 1, true],
    ["three days after the expiry, though it is paid", true, { isPaid: true }, 3, false],
  ])("%s", (_, autoRenew, renewing, daysAfter, isDelayed) => {
    const now = addDays(paidUntil, daysAfter);
    expect(isExpiryDelayed({ autoRenew, paidUntil }, renewing, now)).toBe(isDelayed);
  });
});
