import { describe, expect, it } from "vitest";
import type { ApiKeyActor, UserActor } from "./actor.ts";
import { AppError } from "./errors.ts";
import {
  type BeforeOf,
  freshProof,
  freshProofOf,
  type MutationId,
  requireFreshProof,
} from "./fresh-proof.ts";

const wallNow = new Date("2026-03-01T12:00:00.000Z");
const clock = { now: async () => wallNow, wallNow: () => wallNow };
const confirmed = (minutesAgo: number): UserActor => ({
  kind: "user",
  userId: "1",
  sessionId: "2",
  email: "someone@people.test",
  workspaceId: "3",
  role: "owner",
  domainNames: null,
  confirmedAt: new Date(wallNow.getTime() - minutesAgo * 60_000),
});
const key: ApiKeyActor = {
  kind: "api_key",
  keyId: "4",
  name: "deploy",
  workspaceId: "3",
  scopes: new Set(["api_keys:write"]),
  domainNames: null,
  ipRanges: null,
  expiresAt: null,
};

async function refusalOf(id: MutationId, actor: UserActor | ApiKeyActor, body?: unknown, before?: unknown) {
  const rule = freshProofOf(id);
  if (!rule) {
    throw new Error(`${id} has no rule`);
  }
  const error = await requireFreshProof(rule, { actor, clock }, body, async () => before).catch(
    (thrown: unknown) => thrown,
  );
  return error instanceof AppError ? error.code : error;
}

type Case<Id extends MutationId> = [body: unknown, before: BeforeOf<Id>, isRequired: boolean];
type Cases = { [Id in MutationId]?: Case<Id>[] };
const nothing = undefined as never;
const at = (fromAddress: string) => ({ fromAddress, toAddress: "x@y.com" });

/** Every condition of the table, with what fulfills it and what doesn't. */
const conditions: Cases = {
  changePassword: [
    [{}, { hasPassword: false }, true],
    [{}, { hasPassword: true }, false],
  ],
  createInvitation: (["owner", "admin", "billing", "member", "read_only"] as const).map(
    (role): Case<"createInvitation"> => [{ role }, nothing, role !== "read_only"],
  ),
  resendInvitation: [
    [{}, { role: "admin" }, true],
    [{}, { role: "member" }, true],
    [{}, { role: "read_only" }, false],
  ],
  updateMember: [
    [{ role: "admin" }, { role: "member", domainNames: null }, true],
    [{ role: "billing" }, { role: "member", domainNames: null }, true],
    [{ role: "member" }, { role: "read_only", domainNames: null }, true],
    [{ role: "member" }, { role: "billing", domainNames: null }, true],
    [{ role: "admin" }, { role: "admin", domainNames: null }, false],
    [{ role: "member" }, { role: "admin", domainNames: null }, false],
    [{ role: "read_only" }, { role: "member", domainNames: null }, false],
    [{ domainNames: null }, { role: "member", domainNames: ["a.com"] }, true],
    [{ domainNames: ["a.com", "b.com"] }, { role: "member", domainNames: ["a.com"] }, true],
    [{ domainNames: ["a.com"] }, { role: "member", domainNames: ["a.com", "b.com"] }, false],
    [{ domainNames: ["a.com"] }, { role: "member", domainNames: null }, false],
    [{ domainNames: null }, { role: "read_only", domainNames: ["a.com"] }, false],
  ],
  updateApiKey: [
    [{ ipRanges: null }, { addsAddresses: true }, true],
    [{ name: "new" }, { addsAddresses: false }, false],
  ],
  updateDomain: [
    [{ locked: false }, nothing, true],
    [{ locked: true }, nothing, false],
    [{ autoRenew: false }, nothing, false],
    [{ whoisPrivacy: false }, nothing, false],
  ],
  changeManyDomains: [
    [{ change: { locked: false } }, { changesEmail: false }, true],
    [{ change: { nameservers: [{ name: "ns1.y.com" }] } }, { changesEmail: false }, true],
    [{ change: { locked: true } }, { changesEmail: false }, false],
    [{ change: { autoRenew: false } }, { changesEmail: false }, false],
    [{ change: { whoisPrivacy: true } }, { changesEmail: false }, false],
    [{ change: { contacts: {} } }, { changesEmail: true }, true],
    [{ change: { contacts: {} } }, { changesEmail: false }, false],
    [{ change: { deleted: true } }, { changesEmail: false }, true],
  ],
  updateContact: [
    [{ email: "new@y.com" }, { email: "old@y.com" }, true],
    [{ email: "old@y.com", phone: "+49.301" }, { email: "old@y.com" }, false],
    [{ phone: "+49.301" }, { email: "old@y.com" }, false],
  ],
  changeDomainContacts: [
    [{}, { changesEmail: true }, true],
    [{}, { changesEmail: false }, false],
  ],
  updateMailAccount: [
    [{ forwardTo: "new@y.com" }, { forwardTo: null }, true],
    [{ forwardTo: "new@y.com", displayName: "N" }, { forwardTo: "old@y.com" }, true],
    [{ forwardTo: "old@y.com" }, { forwardTo: "old@y.com" }, false],
    [{ forwardTo: null }, { forwardTo: "old@y.com" }, false],
    [{ active: false }, { forwardTo: "old@y.com" }, false],
  ],
  updateMailDomain: [
    [{ suspended: true }, nothing, true],
    [{ suspended: true, autoRenew: true }, nothing, true],
    [{ suspended: false }, nothing, false],
    [{ autoRenew: false }, nothing, false],
    [{ planSlug: "pro" }, nothing, false],
  ],
  createMailAlias: [
    [at("info@a.com"), { outside: ["x@y.com"] }, true],
    [at("*@a.com"), { outside: [] }, true],
    [at("info@a.com"), { outside: [] }, false],
  ],
  updateMailAlias: [
    [{ toAddresses: ["in@a.com", "x@y.com"] }, alias("info@a.com", ["in@a.com"], ["x@y.com"]), true],
    [{ toAddresses: ["new@a.com"] }, alias("*@a.com", ["in@a.com"], []), true],
    [{ toAddresses: ["new@a.com", "x@y.com"] }, alias("info@a.com", ["x@y.com"], ["x@y.com"]), false],
    [{ toAddresses: ["x@y.com"] }, alias("info@a.com", ["in@a.com", "x@y.com"], ["x@y.com"]), false],
    [{ toAddresses: ["in@a.com"] }, alias("*@a.com", ["in@a.com", "b@a.com"], []), false],
  ],
  updateWebhookEndpoint: [
    [{ url: "https://y.com" }, { isMoved: true }, true],
    [{ events: ["*"] }, { isMoved: false }, false],
  ],
};
function alias(fromAddress: string, targets: string[], outside: string[]) {
  return { fromAddress, targets, outside };
}

describe("fresh proof", () => {
  it("is a sign-in or confirmation within the last ten minutes", async () => {
    const refusals = [0, 10, 10.1, 60].map((minutes) => refusalOf("createApiKey", confirmed(minutes)));
    expect(await Promise.all(refusals)).toEqual([
      undefined,
      undefined,
      "step_up_required",
      "step_up_required",
    ]);
  });

  it("isn't one that is ahead, as after the clock was moved back, by more than clocks of two machines differ", async () => {
    const refusals = [-1, -10.1, -60].map((minutes) => refusalOf("createApiKey", confirmed(minutes)));
    expect(await Promise.all(refusals)).toEqual([undefined, "step_up_required", "step_up_required"]);
  });

  it("isn't required from a key, whose scopes decide", async () => {
    expect(await refusalOf("createApiKey", key)).toBeUndefined();
    expect(await refusalOf("updateDomain", key, { locked: false })).toBeUndefined();
  });

  it("has a reason for each mutation", () => {
    for (const [id, { reason }] of Object.entries(freshProof)) {
      expect([id, reason]).toEqual([id, expect.stringMatching(/^[A-Z].*\.$/)]);
    }
  });

  it("has cases for each condition", () => {
    const conditional = Object.entries(freshProof).filter(([, { proof }]) => proof === "conditional");
    expect(Object.keys(conditions).sort()).toEqual(conditional.map(([id]) => id).sort());
  });

  const cases = Object.entries(conditions).flatMap(([id, rows]) =>
    rows.map(([body, before, isRequired]) => [id as MutationId, body, before, isRequired] as const),
  );
  it.each(cases)("of %s with %j after %j: %s", async (id, body, before, isRequired) => {
    expect(await refusalOf(id, confirmed(60), body, before)).toBe(
      isRequired ? "step_up_required" : undefined,
    );
    expect(await refusalOf(id, confirmed(1), body, before)).toBeUndefined();
  });
});
