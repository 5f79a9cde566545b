import { describe, expect, it } from "vitest";
import { readTldRules } from "../tlds/read-tld-rules.ts";
import { addDays, addYears, scheduleOf } from "./schedule.ts";

const rules = readTldRules(undefined, []).of("com");
const now = new Date("2026-06-01T00:00:00.000Z");
const paidUntil = addDays(now, 100);
const domain = { status: "active", autoRenew: false, paidUntil, registryExpiresAt: paidUntil } as const;

describe("scheduleOf", () => {
  it("schedules only a notice 30 days before expiry for an active domain", () => {
    expect(scheduleOf(domain, rules, now)).toEqual({
      nextNoticeAt: addDays(now, 70),
      nextRenewalAt: null,
      nextDeletionAt: null,
    });
  });

  it("schedules a renewal before expiry with auto-renew, as early as the TLD's rules say", () => {
    const kept = { ...domain, autoRenew: true };
    expect(scheduleOf(kept, rules, now).nextRenewalAt).toEqual(addDays(paidUntil, -14));
    expect(scheduleOf(kept, { ...rules, autoRenewLeadDays: 3 }, now).nextRenewalAt).toEqual(
      addDays(paidUntil, -3),
    );
  });

  describe("if the registry keeps the fee of its own renewal", () => {
    const { of: rulesOf } = readTldRules(undefined, []);
    const deletionAt = (changes: Partial<Parameters<typeof scheduleOf>[0]>) =>
      scheduleOf({ ...domain, ...changes }, rulesOf("de"), now).nextDeletionAt;
    const hourBefore = new Date(paidUntil.getTime() - 3_600_000);

    it("schedules the deletion in the last hour before the registry's date", () => {
      expect(deletionAt({})).toEqual(hourBefore);
      expect(deletionAt({ status: "expired" })).toEqual(hourBefore);
      expect(deletionAt({ autoRenew: true })).toBeNull();
    });

    it("counts from the registry's date, which may be hours from ours", () => {
      for (const hours of [-5, 5]) {
        const registryExpiresAt = new Date(paidUntil.getTime() + hours * 3_600_000);
        expect(deletionAt({ registryExpiresAt })).toEqual(new Date(registryExpiresAt.getTime() - 3_600_000));
      }
    });

    it("has no deletion of a domain that is not kept", () => {
      for (const status of [
        "pending",
        "pending_transfer",
        "redemption",
        "pending_delete",
        "deleted",
      ] as const) {
        expect(deletionAt({ status })).toBeNull();
      }
    });

    it("waits for the expiry date if the registry has already renewed the domain", () => {
      const registryExpiresAt = addYears(paidUntil, 1);
      expect(deletionAt({ registryExpiresAt })).toBeNull();
      expect(deletionAt({ registryExpiresAt, status: "expired" })).toEqual(paidUntil);
    });

    it("never deletes a domain that is paid for longer than the registry shows", () => {
      expect(deletionAt({ registryExpiresAt: addYears(paidUntil, -1) })).toBeNull();
    });
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
