import type { WorkspaceRole } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import type { WorkspaceActor } from "./actor.ts";
import { AppError } from "./errors.ts";
import { hasRight, requireRight, rights } from "./rights.ts";

const actor = (role: WorkspaceRole): WorkspaceActor => ({
  kind: "user",
  userId: "1",
  sessionId: "2",
  email: "someone@people.test",
  workspaceId: "3",
  role,
});

describe("the rights of a role", () => {
  it.each<[WorkspaceRole, string[]]>([
    ["owner", [...rights]],
    ["admin", [...rights]],
    ["member", ["dnssec:write", "domains:read", "domains:write", "mail:read", "mail:write", "webhooks:read"]],
    ["billing", ["domains:read"]],
    ["read_only", ["domains:read", "mail:read", "webhooks:read"]],
  ])("are for %s exactly those of the table", (role, expected) => {
    expect(rights.filter((right) => hasRight(actor(role), right)).sort()).toEqual([...expected].sort());
  });

  it("are asked for with a refusal that names the role and the right", () => {
    expect(() => requireRight(actor("owner"), "webhooks:write")).not.toThrow();
    let refusal: unknown;
    try {
      requireRight(actor("read_only"), "webhooks:write");
    } catch (error) {
      refusal = error;
    }
    if (!(refusal instanceof AppError)) throw new Error("it was not refused");
    expect([refusal.kind, refusal.code]).toEqual(["forbidden", "forbidden"]);
    expect(refusal.publicMessage).toMatch(/read_only.*webhooks:write/);
  });
});
