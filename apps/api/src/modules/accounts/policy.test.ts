import { describe, expect, it } from "vitest";
import { invitationStatusOf, slugOf } from "./policy.ts";

describe("invitationStatusOf", () => {
  const now = new Date("2026-03-01T09:30:00.000Z");
  const later = new Date("2026-03-01T09:30:00.001Z");
  it.each([
    ["pending", { acceptedAt: null, cancelledAt: null, expiresAt: later }],
    ["expired", { acceptedAt: null, cancelledAt: null, expiresAt: now }],
    ["cancelled", { acceptedAt: null, cancelledAt: now, expiresAt: now }],
    ["accepted", { acceptedAt: now, cancelledAt: null, expiresAt: now }],
  ])("returns %s", (status, invitation) => {
    expect(invitationStatusOf(invitation, now)).toBe(status);
  });
});

describe("slugOf", () => {
  it.each([
    ["Acme", "acme"],
    ["Müller & Söhne GmbH", "muller-sohne-gmbh"],
    ["  --  ", "workspace"],
    ["日本", "workspace"],
    [`${"a".repeat(39)} b`, "a".repeat(39)],
  ])("turns %j into the slug %j", (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });
});
