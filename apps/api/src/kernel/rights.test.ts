import type { WorkspaceRole } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import type { ApiKeyActor, UserActor, WorkspaceActor } from "./actor.ts";
import { AppError } from "./errors.ts";
import { hasRight, type Right, requireRight, rights, seesDomain } from "./rights.ts";

const wallNow = new Date("2026-03-01T12:00:00.000Z");

const user = (role: WorkspaceRole, more: Partial<UserActor> = {}): UserActor => ({
  kind: "user",
  userId: "1",
  sessionId: "2",
  email: "someone@people.test",
  workspaceId: "3",
  role,
  domainNames: null,
  confirmedAt: wallNow,
  ...more,
});
const key = (scopes: Right[], domainNames: string[] | null = null): ApiKeyActor => ({
  kind: "api_key",
  keyId: "4",
  name: "deploy",
  workspaceId: "3",
  scopes: new Set(scopes),
  domainNames,
  ipRanges: null,
  expiresAt: null,
});

const rightsOf = (actor: WorkspaceActor) => rights.filter((right) => hasRight(actor, right)).sort();
const memberRights: Right[] = [
  "dnssec:write",
  "domains:read",
  "domains:write",
  "domains:buy",
  "domains:renew",
  "contacts:read",
  "contacts:write",
  "zones:read",
  "zones:write",
  "mail:read",
  "mail:write",
  "members:read",
  "webhooks:read",
];

function refusalOf(act: () => void): AppError {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError) {
      return error;
    }
  }
  throw new Error("it was not refused");
}

describe("a role's rights", () => {
  it.each<[WorkspaceRole, Right[]]>([
    ["owner", [...rights]],
    ["admin", rights.filter((right) => right !== "workspace:own")],
    ["member", memberRights],
    ["billing", ["domains:read", "payments:read", "payments:write"]],
    [
      "read_only",
      ["contacts:read", "domains:read", "mail:read", "members:read", "webhooks:read", "zones:read"],
    ],
  ])("are for %s exactly those of the table", (role, expected) => {
    expect(rightsOf(user(role))).toEqual([...expected].sort());
  });

  it("are checked with a refusal that names the role and the right", () => {
    expect(() => requireRight(user("owner"), "webhooks:write")).not.toThrow();
    const refusal = refusalOf(() => requireRight(user("read_only"), "webhooks:write"));
    expect([refusal.kind, refusal.code]).toEqual(["forbidden", "forbidden"]);
    expect(refusal.publicMessage).toMatch(/read_only.*webhooks:write/);
  });
});

describe("a key's rights", () => {
  it("are exactly its scopes", () => {
    expect(rightsOf(key(["domains:read", "audit:read"]))).toEqual(["audit:read", "domains:read"]);
    const refusal = refusalOf(() => requireRight(key(["domains:read"]), "domains:write"));
    expect(refusal.publicMessage).toMatch(/domains:write scope/);
  });
});

describe("a limit to some domains", () => {
  it.each<[string, WorkspaceActor]>([
    ["a person", user("member", { domainNames: ["one.com"] })],
    ["a key", key([...memberRights], ["one.com"])],
  ])("leaves %s the rights over domains, and those domains alone", (_who, actor) => {
    expect(rightsOf(actor)).toEqual([
      "dnssec:write",
      "domains:read",
      "domains:renew",
      "domains:write",
      "mail:read",
      "mail:write",
      "zones:read",
      "zones:write",
    ]);
    expect([seesDomain(actor, "one.com"), seesDomain(actor, "two.com")]).toEqual([true, false]);
    expect(refusalOf(() => requireRight(actor, "webhooks:read")).publicMessage).toMatch(
      /limited to some domains/,
    );
  });

  it("doesn't apply to unlimited members", () => {
    expect(seesDomain(user("read_only"), "any.com")).toBe(true);
  });
});
