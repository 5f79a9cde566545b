import { describe, expect, it } from "vitest";
import { compareStanding, standingOf } from "./domain-standing.ts";

const now = new Date("2026-06-01T00:00:00.000Z");
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString();

describe("standingOf", () => {
  it.each([
    ["active", true, 300, "active", "good", false],
    ["active", true, 3, "active", "good", false],
    ["active", true, -0.5, "renewal_overdue", "bad", true],
    ["active", false, 300, "active", "good", false],
    ["active", false, 30, "active", "good", false],
    ["active", false, 29.5, "expires", "warn", true],
    ["active", false, 7, "expires", "warn", true],
    ["active", false, 6.9, "expires", "bad", true],
    ["active", false, 0.1, "expires", "bad", true],
    ["active", false, -0.1, "expired", "bad", true],
    ["expired", false, -3, "expired", "bad", true],
    ["redemption", true, -40, "redemption", "bad", true],
    ["pending_delete", true, -70, "pending_delete", "bad", false],
    ["pending", true, 3, "pending", "waiting", false],
    ["pending_transfer", false, 3, "pending_transfer", "waiting", false],
    ["transferred_out", false, 3, "transferred_out", "off", false],
  ] as const)(
    "%s with auto-renew %s and %s days left is %s",
    (status, autoRenew, days, label, tone, needsAttention) => {
      expect(standingOf({ status, autoRenew, expiresAt: inDays(days), renewalState: null }, now)).toEqual({
        label,
        tone,
        needsAttention,
      });
    },
  );
});

describe("standingOf a domain with a renewal", () => {
  it.each([
    ["active", "failed", "renewal_failed", "bad", true],
    ["expired", "failed", "expired", "bad", true],
    ["active", "processing", "active", "good", false],
    ["active", "scheduled", "active", "good", false],
  ] as const)("%s and %s is %s", (status, renewalState, label, tone, needsAttention) => {
    const life = { status, autoRenew: true, expiresAt: inDays(11), renewalState };
    expect(standingOf(life, now)).toEqual({ label, tone, needsAttention });
  });
});

it("orders the worst first, then by expiry date", () => {
  const well = { status: "active", autoRenew: true, expiresAt: inDays(2), renewalState: null } as const;
  const soon = { status: "active", autoRenew: false, expiresAt: inDays(20), renewalState: null } as const;
  const sooner = { status: "active", autoRenew: false, expiresAt: inDays(12), renewalState: null } as const;
  const late = {
    status: "redemption",
    autoRenew: false,
    expiresAt: inDays(-40),
    renewalState: null,
  } as const;
  const sorted = [well, soon, sooner, late].sort((one, other) => compareStanding(one, other, now));
  expect(sorted).toEqual([late, sooner, soon, well]);
});
