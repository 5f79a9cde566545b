import { describe, expect, it } from "vitest";
import { apiKeyScopes, hasRight, mayGiveRole } from "./rights.ts";
import { workspaceRoles } from "./session.ts";

describe("hasRight", () => {
  it("returns exactly the rights of a role", () => {
    expect(hasRight({ role: "member", domainNames: null }, "members:read")).toBe(true);
    expect(hasRight({ role: "member", domainNames: null }, "audit:read")).toBe(false);
    expect(hasRight({ role: "admin", domainNames: null }, "audit:read")).toBe(true);
  });
  it("grants no workspace-wide right to callers limited to some domains", () => {
    expect(hasRight({ role: "member", domainNames: ["example.com"] }, "members:read")).toBe(false);
    expect(hasRight({ role: "member", domainNames: ["example.com"] }, "domains:read")).toBe(true);
  });
  it("grants nothing to a session without a workspace", () => {
    expect(hasRight({ role: null, domainNames: null }, "domains:read")).toBe(false);
  });
});

describe("mayGiveRole", () => {
  const givenBy: Record<string, string[]> = {
    owner: ["owner", "admin", "member", "billing", "read_only"],
    admin: ["admin", "member", "billing", "read_only"],
    member: ["member", "read_only"],
    billing: ["billing"],
    read_only: ["read_only"],
  };

  it.each(workspaceRoles)("lets a person with the role %s grant only the rights they have", (role) => {
    const actor = { role, domainNames: null } as const;
    expect(workspaceRoles.filter((each) => mayGiveRole(actor, each))).toEqual(givenBy[role]);
  });

  it.each(workspaceRoles)("lets no one with the role %s and a domain limit grant a role", (role) => {
    const actor = { role, domainNames: ["example.com"] } as const;
    expect(workspaceRoles.filter((each) => mayGiveRole(actor, each))).toEqual([]);
  });

  it("lets an API key assign roles whose rights are all in its scopes, and never owner", () => {
    const key = (scopes: readonly (typeof apiKeyScopes)[number][]) =>
      ({ scopes: new Set(scopes), domainNames: null }) as const;
    const gives = (scopes: readonly (typeof apiKeyScopes)[number][]) =>
      workspaceRoles.filter((role) => mayGiveRole(key(scopes), role));
    expect(gives(["members:write"])).toEqual([]);
    expect(gives(["members:write", "domains:read"])).toEqual([]);
    expect(gives(["domains:read", "payments:read", "payments:write"])).toEqual(["billing"]);
    expect(
      gives(["domains:read", "contacts:read", "zones:read", "mail:read", "webhooks:read", "members:read"]),
    ).toEqual(["read_only"]);
    expect(gives(apiKeyScopes)).toEqual(["admin", "member", "billing", "read_only"]);
  });
});
