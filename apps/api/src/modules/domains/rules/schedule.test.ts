import { describe, expect, it } from "vitest";
import { addDays, addYears, renewalLeadMs, scheduleOf } from "./schedule.ts";

const now = new Date("2026-06-01T00:00:00.000Z");
const domain = { status: "active", autoRenew: false, paidUntil: addDays(now, 100), tld: "com" } as const;

describe("scheduleOf", () => {
  it("has an active domain told 30 days before its paid time ends, and nothing else", () => {
    expect(scheduleOf(domain, now)).toEqual({
      nextNoticeAt: addDays(now, 70),
      nextRenewalAt: null,
      nextDeletionAt: null,
    });
  });

  it("has a domain that renews by itself renewed before its paid time ends", () => {
    const { nextRenewalAt } = scheduleOf({ ...domain, autoRenew: true }, now);
    expect(nextRenewalAt).toEqual(new Date(domain.paidUntil.getTime() - renewalLeadMs));
  });

  it("has an expired domain let go when its grace is over, and one that is active beyond its time told at once", () => {
    const paidUntil = addDays(now, -400);
    expect(scheduleOf({ ...domain, status: "expired", paidUntil }, now)).toEqual({
      nextNoticeAt: null,
      nextRenewalAt: null,
      nextDeletionAt: addDays(paidUntil, 30),
    });
    expect(scheduleOf({ ...domain, paidUntil }, now).nextNoticeAt).toEqual(now);
  });

  it("needs nothing of one that is gone", () => {
    for (const status of ["deleted", "transferred_out"] as const) {
      expect(scheduleOf({ ...domain, status, autoRenew: true }, now)).toEqual({
        nextNoticeAt: null,
        nextRenewalAt: null,
        nextDeletionAt: null,
      });
    }
  });
});

describe("addYears", () => {
  it("keeps the day, and makes the 28th of a 29th of February that is not there", () => {
    expect(addYears(new Date("2024-02-29T10:00:00Z"), 1)).toEqual(new Date("2025-02-28T10:00:00Z"));
    expect(addYears(new Date("2024-02-29T10:00:00Z"), 4)).toEqual(new Date("2028-02-29T10:00:00Z"));
  });
});
