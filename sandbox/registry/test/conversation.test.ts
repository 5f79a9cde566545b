import { namespaces } from "@zonepost/epp";
import type { EppCommand } from "@zonepost/epp/codec";
import { afterAll, beforeAll, expect, it } from "vitest";
import { schemaViolations, xmllintPresent } from "../../../packages/epp/test/schema-check.ts";
import { movingInAuthInfo, otherRegistrar } from "../src/index.ts";
import { contacts, holder, loginCommand, openRawSession, type RawSession } from "./raw-session.ts";
import { dateOf, plusDays, plusYears, type Sandbox, startSandbox } from "./sandbox.ts";

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(async () => {
  await sandbox?.[Symbol.asyncDispose]();
});

async function codesOf(session: RawSession, commands: readonly EppCommand[]): Promise<number[]> {
  const codes: number[] = [];
  for (const command of commands) {
    codes.push((await session.command(command)).results[0].code);
  }
  return codes;
}

/** Takes all messages, and returns their number. */
async function takeAll(session: RawSession): Promise<number> {
  for (let taken = 0; ; taken += 1) {
    const answer = await session.command({ type: "poll", operation: "request" });
    if (answer.results[0].code === 1300) {
      return taken;
    }
    await session.command({ type: "poll", operation: "acknowledge", messageId: answer.queue?.id ?? "" });
  }
}

const name = "whole-life.com";
const moving = { name: "moving-in.com", authInfo: movingInAuthInfo };
const address = { version: "v4" as const, address: "192.0.2.1" };
const fee = (amount: string) => ({ fee: { currency: "EUR", fees: [{ amount }] } });

it.skipIf(!xmllintPresent)(
  "the RFCs' schemas accept every message of a domain's whole life, from both registrars",
  async () => {
    const ours = await openRawSession(sandbox.registry);
    const theirs = await openRawSession(sandbox.registry);
    // Noon, so that no day ends meanwhile: a renewal names the day of expiry.
    const now = new Date(new Date().setUTCHours(36, 0, 0, 0));
    await sandbox.advanceTo(now);
    const begun = await codesOf(ours, [
      loginCommand({ password: "a wrong password, and a long one" }),
      loginCommand(),
      {
        type: "contact:create",
        id: "WHOLE-1",
        ...holder,
        disclosure: { disclose: false, name: ["loc"], fax: true },
      },
      { type: "contact:create", id: "WHOLE-1", ...holder },
      { type: "contact:check", ids: ["WHOLE-1", "WHOLE-2"] },
      {
        type: "contact:update",
        id: "WHOLE-1",
        addStatuses: ["clientDeleteProhibited"],
        change: { fax: null },
      },
      { type: "contact:info", id: "WHOLE-1" },
      { type: "contact:transfer", operation: "request", id: "WHOLE-1", authInfo: "x" },
      { type: "contact:delete", id: "WHOLE-1" },
      { type: "domain:create", name, authInfo: "code-1", ...contacts, ...fee("11.88") },
      {
        type: "host:create",
        name: `ns1.${name}`,
        addresses: [address, { version: "v6", address: "2001:db8::1" }],
      },
      { type: "host:check", names: [`ns1.${name}`, `ns2.${name}`] },
      {
        type: "domain:update",
        name,
        add: {
          nameservers: [{ name: `ns1.${name}` }, { name: "ns.elsewhere.biz" }],
          contacts: [{ type: "billing", id: "WHOLE-1" }],
          statuses: ["clientTransferProhibited"],
        },
        change: { registrant: "WHOLE-1", authInfo: "code-2" },
      },
      { type: "host:update", name: `ns1.${name}`, newName: `ns2.${name}` },
      { type: "host:info", name: `ns2.${name}` },
      { type: "host:delete", name: `ns2.${name}` },
      { type: "domain:info", name },
      { type: "domain:renew", name, currentExpiryDate: dateOf(plusYears(now, 1)), ...fee("11.88") },
      { type: "domain:info", name },
    ]);
    expect(begun).toEqual([
      2200, 1000, 1000, 2302, 1000, 1000, 1000, 2106, 2304, 1000, 1000, 1000, 1000, 1000, 1000, 2305, 1000,
      1000, 1000,
    ]);

    const moved = await codesOf(ours, [
      { type: "domain:info", ...moving },
      { type: "domain:transfer", operation: "request", ...moving, ...fee("11.88") },
      { type: "domain:transfer", operation: "query", name: moving.name },
      { type: "domain:transfer", operation: "approve", name: moving.name },
      { type: "domain:transfer", operation: "cancel", name: moving.name },
      { type: "domain:transfer", operation: "request", ...moving, name: "moving-in.de" },
    ]);
    expect(moved).toEqual([1000, 1001, 1000, 2201, 1000, 1000]);
    const theirLogin = loginCommand({ clientId: otherRegistrar, password: "rival-test" });
    expect(await codesOf(theirs, [theirLogin])).toEqual([1000]);
    expect(await takeAll(theirs)).toBe(3);

    await sandbox.registry.injectFault({ kind: "pending", command: "contact:update" });
    await sandbox.registry.injectFault({ kind: "pending", command: "host:create" });
    const pending = await codesOf(ours, [
      { type: "contact:update", id: "WHOLE-1", change: { email: "new@example.net" } },
      { type: "host:create", name: "ns.pending.biz" },
    ]);
    expect(pending).toEqual([1001, 1001]);
    await sandbox.registry.settlePending();

    await sandbox.advanceTo(plusDays(now, 10));
    const report = {
      dataBefore: "before <&>",
      dataAfter: "after",
      deletedAt: now,
      restoredAt: now,
      reason: "The registrant wants it back.",
      statements: ["It is not restored to be sold.", "This is true."] as const,
    };
    const deleted = await codesOf(ours, [
      { type: "domain:delete", name },
      { type: "domain:info", name },
      { type: "domain:restore", name, ...fee("79.00") },
      { type: "domain:restore", name, report },
      { type: "domain:delete", name },
      { type: "domain:create", name: "regretted.com", authInfo: "code-1", ...contacts },
      { type: "domain:delete", name: "regretted.com" },
    ]);
    expect(deleted).toEqual([1001, 1000, 1001, 1000, 1001, 1000, 1000]);
    await sandbox.advanceTo(plusDays(now, 460));
    // Both steps of a deletion, the renewals of all others, and the earlier messages.
    expect(await takeAll(ours)).toBeGreaterThan(10);
    await takeAll(theirs);
    expect(await codesOf(ours, [{ type: "logout" }])).toEqual([1500]);

    const transcript = [...ours.sent, ...ours.received, ...theirs.sent, ...theirs.received];
    expect(schemaViolations(transcript)).toEqual([]);
    const received = ours.received.join("");
    const parts = [
      "domain:trnData",
      "domain:renData",
      "contact:panData",
      "host:panData",
      "rgp:infData",
      "rgp:upData",
      "fee:delData",
      "changePoll:changeData",
      "loginSec:loginSecData",
    ];
    expect(parts.filter((part) => !received.includes(`<${part}`))).toEqual([]);
  },
);

it("a session never receives extensions that its login didn't request, in messages either", async () => {
  const session = await openRawSession(sandbox.registry);
  await sandbox.register("plainly.com");
  const { data } = await sandbox.client.domainInfo("plainly.com");
  await sandbox.advanceTo(plusDays(data.createdAt, 6));
  await sandbox.client.domainDelete("plainly.com");
  await sandbox.advanceTo(plusDays(data.createdAt, 60));
  await session.command(
    loginCommand({ objectUris: [namespaces.domain], extensionUris: [namespaces.secDns] }),
  );
  for (;;) {
    const answer = await session.command({ type: "poll", operation: "request" });
    if (answer.results[0].code === 1300) {
      break;
    }
    const uris = answer.parts.extensions.map((item) => item.namespace);
    expect(uris.filter((uri) => uri !== namespaces.secDns)).toEqual([]);
    await session.command({ type: "poll", operation: "acknowledge", messageId: answer.queue?.id ?? "" });
  }
  session.close();
});
