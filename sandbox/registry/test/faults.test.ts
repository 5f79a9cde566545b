import { createEppClient, namespaces } from "@zonepost/epp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { contacts, credentials, holder, loginCommand, openRawSession } from "./raw-session.ts";
import { dateOf, plusDays, plusYears, refusal, type Sandbox, startSandbox, takeMessages } from "./sandbox.ts";

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(async () => {
  await sandbox.advanceTo(new Date());
  await takeMessages(sandbox.client);
});
afterAll(async () => {
  await sandbox?.[Symbol.asyncDispose]();
});

async function actionsTold() {
  return (await takeMessages(sandbox.client)).flatMap(({ subject }) =>
    subject?.type.endsWith("pendingAction") && "action" in subject ? [subject.action] : [],
  );
}

describe("a pending command", () => {
  it("is completed at its time, and reported with the command's own identifiers", async () => {
    const { client, registry } = sandbox;
    await sandbox.register("slowly.com");
    const { data: before } = await client.domainInfo("slowly.com");
    await registry.injectFault({ kind: "pending", command: "domain:renew", delayMs: 3_600_000 });
    const currentExpiryDate = dateOf(before.expiresAt);
    const answer = await client.domainRenew("slowly.com", { currentExpiryDate }, { clTRID: "SLOW-RENEWAL" });
    expect([answer.code, answer.pending]).toEqual([1001, true]);
    expect((await client.domainInfo("slowly.com")).data).toMatchObject({
      statuses: ["pendingRenew"],
      expiresAt: before.expiresAt,
    });
    await expect(client.domainRenew("slowly.com", { currentExpiryDate })).rejects.toEqual(refusal(2304));
    await sandbox.advanceTo(plusDays(before.createdAt, 1));
    expect((await client.domainInfo("slowly.com")).data).toMatchObject({
      statuses: ["ok"],
      expiresAt: plusYears(before.expiresAt, 1),
    });
    expect(await actionsTold()).toEqual([
      {
        name: "slowly.com",
        succeeded: true,
        clTRID: "SLOW-RENEWAL",
        svTRID: answer.svTRID,
        decidedAt: expect.any(Date),
      },
    ]);
  });

  it("waits for settlePending if it has no time of its own", async () => {
    const { client, registry } = sandbox;
    await sandbox.register("when-told.com");
    await registry.injectFault({ kind: "pending", command: "domain:update" });
    await client.domainUpdate("when-told.com", { add: { statuses: ["clientHold"] } });
    expect((await client.domainInfo("when-told.com")).data.statuses).toEqual(["pendingUpdate"]);
    await expect(
      client.domainUpdate("when-told.com", { add: { statuses: ["clientRenewProhibited"] } }),
    ).rejects.toEqual(refusal(2304));
    expect(await registry.settlePending()).toBe(1);
    expect((await client.domainInfo("when-told.com")).data.statuses).toEqual(["clientHold"]);
    expect(await actionsTold()).toMatchObject([{ name: "when-told.com", succeeded: true }]);
    expect(await registry.settlePending()).toBe(0);
  });

  it("is reported if it fails", async () => {
    const { client, registry } = sandbox;
    await sandbox.register("in-vain.com");
    await registry.injectFault({ kind: "pending", command: "domain:update" });
    await client.domainUpdate("in-vain.com", { remove: { statuses: ["clientHold"] } });
    await registry.settlePending();
    const [message] = await takeMessages(client);
    expect(message).toMatchObject({
      text: "domain:update of in-vain.com was not carried out: clientHold is not set.",
      subject: { type: "domain:pendingAction", action: { succeeded: false } },
    });
  });

  it("shows a domain as being registered", async () => {
    const { client, registry } = sandbox;
    await registry.injectFault({ kind: "pending", command: "domain:create" });
    const answer = await client.domainCreate("in-the-making.com", { ...contacts, authInfo: "x" });
    expect([answer.code, answer.data?.name]).toEqual([1001, "in-the-making.com"]);
    expect((await client.domainInfo("in-the-making.com")).data.statuses).toEqual([
      "pendingCreate",
      "inactive",
    ]);
    await registry.settlePending();
    expect((await client.domainInfo("in-the-making.com")).data.statuses).toEqual(["inactive"]);
  });

  it("can concern contacts and hosts, and queries are never pending", async () => {
    const { client, registry } = sandbox;
    await registry.injectFault({ kind: "pending", times: 2 });
    await client.domainCheck(["any.com"]);
    await client.contactCreate("PENDING-1", holder);
    await client.hostCreate("ns.pending.biz");
    await expect(client.contactInfo("PENDING-1")).rejects.toEqual(refusal(2303));
    expect(await registry.settlePending()).toBe(2);
    await expect(client.contactInfo("PENDING-1")).resolves.toMatchObject({ code: 1000 });
    await expect(client.hostInfo("ns.pending.biz")).resolves.toMatchObject({ code: 1000 });
    expect((await actionsTold()).map(({ name }) => name)).toEqual(["PENDING-1", "ns.pending.biz"]);
  });
});

describe("the command rate", () => {
  const check = { type: "domain:check" as const, names: ["any.com"] };

  it("returns 2400 for commands that arrive too fast, and 2502 to a client that continues", async () => {
    await using own = await startSandbox({
      commandRate: { commandsPerSecond: 0.001, refusalsBeforeClose: 2 },
    });
    const session = await openRawSession(own.registry);
    const codes: number[] = [];
    for (const command of [loginCommand(), check, check, check]) {
      codes.push((await session.command(command)).results[0].code);
    }
    expect(codes).toEqual([1000, 1000, 2400, 2502]);
    await session.closed;
    await expect(own.rival.domainCheck(["any.com"])).resolves.toMatchObject({ code: 1000 });
  });
});

describe("login security", () => {
  const long = "a password of more than sixteen characters";

  it("accepts a registrar with a long password, and changes it", async () => {
    await using own = await startSandbox({ password: long });
    await expect(own.connect({ ...credentials, password: long }).poll()).resolves.toMatchObject({
      code: 1300,
    });
    const wrong = createEppClient({
      host: "127.0.0.1",
      port: own.registry.port,
      tls: { ca: own.registry.certificatePem },
      ...credentials,
      password: `${long}!`,
      connectAttempts: 1,
    });
    await expect(wrong.hello()).rejects.toMatchObject({ name: "EppConnectionError" });
    await wrong.close();
  });

  it("is only used for a login that requested it, and reports failed logins", async () => {
    const session = await openRawSession(sandbox.registry);
    const unasked = loginCommand({ password: long, extensionUris: [namespaces.fee] });
    expect((await session.command(unasked)).results[0].code).toBe(2103);
    expect((await session.command(loginCommand({ password: long }))).results[0].code).toBe(2200);
    const answer = await session.command(loginCommand());
    expect(answer.results[0].code).toBe(1000);
    expect(answer.parts.extensions.map((item) => item.namespace)).toEqual([namespaces.loginSec]);
    session.close();
  });
});
