import { apiKeyScopes } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import { readScopes, sameScopes, scopePresets, scopeRows, scopesWithin } from "./scopes.ts";

describe("scopeRows", () => {
  it("includes every scope that a key can have", () => {
    expect(
      scopeRows.flatMap(({ read, write }) => [read, write].filter((one) => one !== undefined)).sort(),
    ).toEqual([...apiKeyScopes].sort());
  });
});

describe("scopePresets", () => {
  it("includes no write scope in the read-only preset", () => {
    expect(scopePresets.readEverything.every((scope) => scope.endsWith(":read"))).toBe(true);
    expect(scopePresets.readEverything).toContain("audit:read");
  });
});

describe("scopesWithin", () => {
  it("keeps only domain scopes for a key limited to some domains", () => {
    expect(scopesWithin(["domains:read", "webhooks:write", "mail:write"], true)).toEqual([
      "domains:read",
      "mail:write",
    ]);
    expect(scopesWithin(["webhooks:write"], false)).toEqual(["webhooks:write"]);
  });
});

describe("readScopes", () => {
  it("names each resource once, with its verbs", () => {
    expect(readScopes(["dnssec:write", "domains:buy", "domains:write", "domains:read"])).toEqual([
      { resource: "domains", verbs: ["read", "write"] },
      { resource: "domains_buy", verbs: ["write"] },
      { resource: "dnssec", verbs: ["write"] },
    ]);
  });
});

describe("sameScopes", () => {
  it("ignores the order", () => {
    expect(sameScopes(["mail:read", "domains:read"], ["domains:read", "mail:read"])).toBe(true);
    expect(sameScopes(["mail:read"], ["domains:read"])).toBe(false);
    expect(sameScopes([], ["domains:read"])).toBe(false);
  });
});
