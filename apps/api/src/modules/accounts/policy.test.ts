import { describe, expect, it } from "vitest";
import { invitationStatusOf, needsConfirmation, slugOf } from "./policy.ts";

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

describe("needsConfirmation", () => {
  it.each([
    ["owner", true],
    ["admin", true],
    ["member", false],
    ["billing", true],
    ["read_only", false],
  ] as const)("is, for the role %s, %s", (role, expected) => {
    expect(needsConfirmation(role)).toBe(expected);
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
