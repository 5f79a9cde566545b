import { describe, expect, it } from "vitest";
import { explainStatus } from "./explain-status.ts";

const now = new Date("2026-03-01T00:00:00.000Z");
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
const base = {
  autoRenew: false,
  paidUntil: inDays(200),
  nextRenewalAt: null,
  nextDeletionAt: null,
  statusEndsAt: null,
  suspendedAt: null,
  graceEndsAt: inDays(230),
};

const cases = [
  [{ status: "pending" }, "registration", "pending_registration", "registry", null],
  [
    { status: "pending_transfer", statusEndsAt: inDays(5) },
    "transfer_in",
    "transferring_in",
    "other_registrar",
    5,
  ],
  [{ status: "active" }, null, "active", "you", 200],
  [{ status: "active", paidUntil: inDays(31) }, null, "active", "you", 31],
  [{ status: "active", paidUntil: inDays(30) }, null, "expires_soon", "you", 30],
  [
    { status: "active", autoRenew: true, nextRenewalAt: inDays(199) },
    null,
    "active_auto_renew",
    "zonepost",
    199,
  ],
  [
    { status: "active", autoRenew: true, paidUntil: inDays(10), nextRenewalAt: inDays(9) },
    null,
    "active_auto_renew",
    "zonepost",
    9,
  ],
  [
    { status: "expired", paidUntil: inDays(-3), nextDeletionAt: inDays(27) },
    null,
    "expired_in_grace",
    "you",
    27,
  ],
  [
    { status: "expired", autoRenew: true, paidUntil: inDays(-3), nextRenewalAt: inDays(1) },
    null,
    "expired_in_grace",
    "zonepost",
    1,
  ],
  [{ status: "active", suspendedAt: inDays(-1) }, null, "suspended_unpaid", "you", null],
  [{ status: "expired", suspendedAt: inDays(-1) }, null, "suspended_unpaid", "you", null],
  [
    { status: "redemption", statusEndsAt: inDays(12), suspendedAt: inDays(-1) },
    null,
    "in_redemption",
    "you",
    12,
  ],
  [{ status: "redemption", statusEndsAt: inDays(12) }, null, "in_redemption", "you", 12],
  [{ status: "pending_delete", statusEndsAt: inDays(2) }, null, "pending_delete", "registry", 2],
  [{ status: "pending_transfer", statusEndsAt: inDays(4) }, "transfer_out", "transferring_out", "you", 4],
  [{ status: "transferred_out" }, null, "transferred_out", "nobody", null],
  [{ status: "deleted" }, null, "deleted", "nobody", null],
] as const;

describe("explainStatus", () => {
  it.each(cases)(
    "for %j with the operation %s returns %s, next is %s",
    (state, operation, code, nextActor, days) => {
      expect(explainStatus({ ...base, ...state }, { operation, renewal: null, now })).toEqual({
        code,
        nextActor,
        until: days === null ? null : inDays(days).toISOString(),
      });
    },
  );

  it.each([
    [{ status: "active" }, "failed", "renewal_failed", "you", 10],
    [{ status: "expired" }, "failed", "renewal_failed", "you", 40],
    [{ status: "active", suspendedAt: now }, "failed", "suspended_unpaid", "you", null],
    [{ status: "redemption", statusEndsAt: inDays(12) }, "failed", "in_redemption", "you", 12],
    [{ status: "active" }, "processing", "active_auto_renew", "zonepost", 9],
    [{ status: "active" }, "scheduled", "active_auto_renew", "zonepost", 9],
  ] as const)(
    "for %j with a renewal that is %s returns %s, next is %s",
    (state, renewal, code, actor, days) => {
      const renewed = {
        ...base,
        autoRenew: true,
        paidUntil: inDays(10),
        nextRenewalAt: inDays(9),
        graceEndsAt: inDays(40),
      };
      expect(
        explainStatus({ ...renewed, ...state }, { operation: null, renewal: { state: renewal }, now }),
      ).toEqual({ code, nextActor: actor, until: days === null ? null : inDays(days).toISOString() });
    },
  );
});
