import { describe, expect, it } from "vitest";
import { standingOf } from "./domain-standing.ts";

const now = new Date("2026-06-01T00:00:00.000Z");
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString();

describe("standingOf", () => {
  it.each([
    ["active", true, 300, "active", "good"],
    ["active", true, 3, "active", "good"],
    ["active", true, -0.5, "renewal_overdue", "waiting"],
    ["active", false, 300, "active", "good"],
    ["active", false, 30, "active", "good"],
    ["active", false, 29.5, "expires", "warn"],
    ["active", false, 7, "expires", "warn"],
    ["active", false, 6.9, "expires", "bad"],
    ["active", false, 0.1, "expires", "bad"],
    ["active", false, -0.1, "expired", "bad"],
    ["expired", false, -3, "expired", "bad"],
    ["redemption", true, -40, "redemption", "bad"],
    ["pending_delete", true, -70, "pending_delete", "bad"],
    ["pending", true, 3, "pending", "waiting"],
    ["pending_transfer", false, 3, "pending_transfer", "waiting"],
    ["transferred_out", false, 3, "transferred_out", "off"],
  ] as const)("%s with auto-renew %s and %s days left is %s", (status, autoRenew, days, label, tone) => {
    const life = { status, autoRenew, expiresAt: inDays(days), isSuspended: false, renewalState: null };
    expect(standingOf(life, now)).toEqual({ label, tone });
  });
});

describe("standingOf a domain with a renewal", () => {
  it.each([
    ["active", "failed", "renewal_failed", "bad"],
    ["expired", "failed", "expired", "bad"],
    ["active", "processing", "active", "good"],
    ["active", "scheduled", "active", "good"],
  ] as const)("%s and %s is %s", (status, renewalState, label, tone) => {
    const life = { status, autoRenew: true, expiresAt: inDays(11), isSuspended: false, renewalState };
    expect(standingOf(life, now)).toEqual({ label, tone });
  });
});

it.each([
  ["active", "scheduled", "suspended", "bad"],
  ["active", "failed", "suspended", "bad"],
  ["expired", null, "suspended", "bad"],
  ["redemption", null, "redemption", "bad"],
] as const)(
  "a suspended domain that is %s, with a renewal that is %s, is %s",
  (status, renewalState, label, tone) => {
    const life = { status, autoRenew: true, expiresAt: inDays(300), isSuspended: true, renewalState };
    expect(standingOf(life, now)).toEqual({ label, tone });
  },
);
