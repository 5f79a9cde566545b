import { apiKeyScopes, workspaceRoles } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import { invitationStatusOf, mayGiveRole, slugOf } from "./policy.ts";

describe("mayGiveRole", () => {
  const givenBy: Record<string, string[]> = {
    owner: ["owner", "admin", "member", "billing", "read_only"],
    admin: ["admin", "member", "billing", "read_only"],
    member: ["member", "billing", "read_only"],
    billing: ["billing"],
    read_only: ["billing", "read_only"],
  };

  it.each(workspaceRoles)(
    "lets a person with the role %s give what they have themselves, and no more",
    (role) => {
      const actor = { kind: "user", role, domainNames: null } as const;
      expect(workspaceRoles.filter((each) => mayGiveRole(actor, each))).toEqual(givenBy[role]);
    },
  );

  it.each(workspaceRoles)("lets nobody with the role %s who is limited to domains give any role", (role) => {
    const actor = { kind: "user", role, domainNames: ["example.com"] } as const;
    expect(workspaceRoles.filter((each) => mayGiveRole(actor, each))).toEqual([]);
  });

  it("lets an API key give the roles whose rights are all among its scopes, and never that of an owner", () => {
    const key = (scopes: readonly (typeof apiKeyScopes)[number][]) =>
      ({ kind: "api_key", scopes: new Set(scopes), domainNames: null }) as const;
    const gives = (scopes: readonly (typeof apiKeyScopes)[number][]) =>
      workspaceRoles.filter((role) => mayGiveRole(key(scopes), role));
    expect(gives(["members:write"])).toEqual([]);
    expect(gives(["members:write", "domains:read"])).toEqual(["billing"]);
    expect(gives(["domains:read", "contacts:read", "mail:read", "webhooks:read", "members:read"])).toEqual([
      "billing",
      "read_only",
    ]);
    expect(gives(apiKeyScopes)).toEqual(["admin", "member", "billing", "read_only"]);
  });
});

describe("invitationStatusOf", () => {
  const now = new Date("2026-03-01T09:30:00.000Z");
  const later = new Date("2026-03-01T09:30:00.001Z");
  it.each([
    ["pending", { acceptedAt: null, cancelledAt: null, expiresAt: later }],
    ["expired", { acceptedAt: null, cancelledAt: null, expiresAt: now }],
    ["cancelled", { acceptedAt: null, cancelledAt: now, expiresAt: now }],
    ["accepted", { acceptedAt: now, cancelledAt: null, expiresAt: now }],
  ])("says %s", (status, invitation) => {
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
  ])("makes of %j the part %j of an address", (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });
});
