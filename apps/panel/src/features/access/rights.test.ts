import { describe, expect, it } from "vitest";
import { hasRight, mayGiveRole } from "./rights.ts";

describe("hasRight", () => {
  it("gives a role what it includes and nothing else", () => {
    expect(hasRight({ role: "member", domainNames: null }, "members:read")).toBe(true);
    expect(hasRight({ role: "member", domainNames: null }, "audit:read")).toBe(false);
    expect(hasRight({ role: "admin", domainNames: null }, "audit:read")).toBe(true);
  });
  it("leaves whoever is limited to some domains no right over the whole workspace", () => {
    expect(hasRight({ role: "member", domainNames: ["example.com"] }, "members:read")).toBe(false);
    expect(hasRight({ role: "member", domainNames: ["example.com"] }, "domains:read")).toBe(true);
  });
  it("gives nothing to a session without a workspace", () => {
    expect(hasRight({ role: null, domainNames: null }, "domains:read")).toBe(false);
  });
});

describe("mayGiveRole", () => {
  it("lets nobody give more than they have", () => {
    expect(mayGiveRole({ role: "owner", domainNames: null }, "owner")).toBe(true);
    expect(mayGiveRole({ role: "admin", domainNames: null }, "owner")).toBe(false);
    expect(mayGiveRole({ role: "admin", domainNames: null }, "admin")).toBe(true);
    expect(mayGiveRole({ role: "billing", domainNames: null }, "member")).toBe(false);
  });
  it("lets nobody give anything who is limited to some domains", () => {
    expect(mayGiveRole({ role: "member", domainNames: ["example.com"] }, "read_only")).toBe(false);
  });
});
