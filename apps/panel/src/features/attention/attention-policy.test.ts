import { attentionKinds } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import { attentionCount, attentionPlaces, attentionRows } from "./attention-policy.ts";

const items = attentionKinds.map((kind) => ({ kind, snoozedUntil: null }));

describe("what needs attention", () => {
  it("counts each kind in exactly one place of the navigation", () => {
    const counts = attentionPlaces.map((place) => attentionCount(items, place));
    expect(counts.every((count) => count > 0)).toBe(true);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(items.length);
  });

  it.each([
    ["domain_in_redemption", "domains"],
    ["renewal_failed", "renewals"],
    ["mail_dns_wrong", "mail"],
    ["endpoint_deactivated", "webhooks"],
    ["card_expires", "payments"],
  ] as const)("counts %s in %s", (kind, place) => {
    expect(attentionRows(items, place).map((item) => item.kind)).toContain(kind);
  });

  it("leaves out what is snoozed", () => {
    const snoozed = items.map((item) => ({ ...item, snoozedUntil: "2099-01-01T00:00:00.000Z" }));
    expect(attentionCount(snoozed)).toBe(0);
    expect(attentionRows([...snoozed, ...items.slice(0, 1)])).toEqual(items.slice(0, 1));
  });
});
