import { describe, expect, it } from "vitest";
import { readTldRules } from "../tlds/read-tld-rules.ts";
import { addDays, addYears, renewalLeadMs, scheduleOf } from "./schedule.ts";

const rules = readTldRules(undefined, []).of("com");
const now = new Date("2026-06-01T00:00:00.000Z");
const domain = { status: "active", autoRenew: false, paidUntil: addDays(now, 100) } as const;

describe("scheduleOf", () => {
  it("schedules only a notice 30 days before expiry for an active domain", () => {
    expect(scheduleOf(domain, rules, now)).toEqual({
      nextNoticeAt: addDays(now, 70),
      nextRenewalAt: null,
      nextDeletionAt: null,
    });
  });

  it("schedules a renewal before expiry with auto-renew", () => {
    const { nextRenewalAt } = scheduleOf({ ...domain, autoRenew: true }, rules, now);
    expect(nextRenewalAt).toEqual(new Date(domain.paidUntil.getTime() - renewalLeadMs));
  });

  it("schedules the deletion of an expired domain after its grace period, and an overdue notice immediately", () => {
    const paidUntil = addDays(now, -400);
    expect(scheduleOf({ ...domain, status: "expired", paidUntil }, rules, now)).toEqual({
      nextNoticeAt: null,
      nextRenewalAt: null,
      nextDeletionAt: addDays(paidUntil, 30),
    });
    expect(scheduleOf({ ...domain, paidUntil }, rules, now).nextNoticeAt).toEqual(now);
  });

  it("schedules nothing for a domain that is gone", () => {
    for (const status of ["deleted", "transferred_out"] as const) {
      expect(scheduleOf({ ...domain, status, autoRenew: true }, rules, now)).toEqual({
        nextNoticeAt: null,
        nextRenewalAt: null,
        nextDeletionAt: null,
      });
    }
  });
});

describe("addYears", () => {
  it("keeps the day, and turns February 29 into 28 in other years", () => {
    expect(addYears(new Date("2024-02-29T10:00:00Z"), 1)).toEqual(new Date("2025-02-28T10:00:00Z"));
    expect(addYears(new Date("2024-02-29T10:00:00Z"), 4)).toEqual(new Date("2028-02-29T10:00:00Z"));
  });
});
