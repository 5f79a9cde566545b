import type { EppClient } from "@zonepost/epp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { movingInAuthInfo, otherRegistrar } from "../src/index.ts";
import { holder } from "./raw-session.ts";
import { about, plusDays, plusYears, refusal, type Sandbox, startSandbox, takeMessages } from "./sandbox.ts";

let sandbox: Sandbox;
const authInfo = "auth-code-1";

beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(async () => {
  await sandbox.advanceTo(new Date());
  await takeMessages(sandbox.client);
  await takeMessages(sandbox.rival);
});
afterAll(async () => {
  await sandbox?.[Symbol.asyncDispose]();
});

/** One of our domains, older than 60 days, so that it can be transferred. */
async function movable(name: string) {
  await sandbox.register(name);
  const { data } = await sandbox.client.domainInfo(name);
  await sandbox.advanceTo(plusDays(data.createdAt, 61));
  return data;
}

async function reportedStates(client: EppClient, name: string) {
  return (await takeMessages(client)).flatMap(({ subject, queuedAt }) =>
    subject?.type === "domain:transfer" && subject.transfer.name === name
      ? [[subject.transfer.status, queuedAt] as const]
      : [],
  );
}

describe("a transfer request", () => {
  it("waits five days for the losing registrar, which is notified, and shows the result to expect", async () => {
    const before = await movable("asked-for.com");
    const fee = { currency: "EUR", fees: [{ amount: "11.88" }] };
    const { code, data } = await sandbox.rival.domainTransfer("asked-for.com", "request", { authInfo, fee });
    expect(code).toBe(1001);
    expect(data).toMatchObject({
      status: "pending",
      requestedBy: otherRegistrar,
      actedBy: "zonepost",
      expiresAt: plusYears(before.expiresAt, 1),
      fee,
    });
    expect(data?.actedAt).toEqual(plusDays(data?.requestedAt, 5));
    expect((await sandbox.client.domainInfo("asked-for.com")).data.statuses).toEqual(["pendingTransfer"]);
    expect(await reportedStates(sandbox.client, "asked-for.com")).toEqual([["pending", data?.requestedAt]]);
    for (const side of [sandbox.client, sandbox.rival]) {
      const { data: asked } = await side.domainTransferQuery("asked-for.com");
      expect(asked.status).toBe("pending");
    }
    await expect(sandbox.rival.domainTransfer("asked-for.com", "request", { authInfo })).rejects.toEqual(
      refusal(2300),
    );
    await expect(
      sandbox.client.domainUpdate("asked-for.com", { add: { statuses: ["clientHold"] } }),
    ).rejects.toEqual(refusal(2304));
    await expect(sandbox.client.domainDelete("asked-for.com")).rejects.toEqual(refusal(2304));
    await expect(
      sandbox.client.domainRenew("asked-for.com", { currentExpiryDate: "2099-01-01" }),
    ).rejects.toEqual(refusal(2304));
  });

  it("is refused without the code, with a wrong one, for an own, a locked and a recent domain", async () => {
    await movable("guarded.com");
    const ask = (name: string, details = {}) => sandbox.rival.domainTransfer(name, "request", details);
    await expect(ask("guarded.com")).rejects.toEqual(refusal(2003));
    await expect(ask("guarded.com", { authInfo: "wrong" })).rejects.toEqual(refusal(2202));
    await expect(ask("not-registered.com", { authInfo })).rejects.toEqual(refusal(2303));
    await expect(ask("fail-this.com", { authInfo })).rejects.toEqual(refusal(2400));
    await expect(sandbox.client.domainTransfer("guarded.com", "request", { authInfo })).rejects.toEqual(
      refusal(2106),
    );
    const period = { value: 2, unit: "y" as const };
    await expect(ask("guarded.com", { authInfo, period })).rejects.toEqual(refusal(2306));
    const fee = { fees: [{ amount: "1.00" }] };
    await expect(ask("guarded.com", { authInfo, fee })).rejects.toEqual(refusal(2004));
    await sandbox.client.domainUpdate("guarded.com", { add: { statuses: ["clientTransferProhibited"] } });
    await expect(ask("guarded.com", { authInfo })).rejects.toEqual(refusal(2304));
    await sandbox.register("fledgling.com");
    await expect(ask("fledgling.com", { authInfo })).rejects.toEqual(refusal(2106));
  });

  it("is refused with an empty code if a domain has none", async () => {
    await sandbox.register("codeless.de", { authInfo: "" });
    const ask = () => sandbox.rival.domainTransfer("codeless.de", "request", { authInfo: "" });
    await expect(ask()).rejects.toEqual(refusal(2202));
    await sandbox.client.domainUpdate("codeless.de", { change: { authInfo: "a-code" } });
    await sandbox.client.domainUpdate("codeless.de", { change: { authInfo: "" } });
    await expect(ask()).rejects.toEqual(refusal(2202));
    await expect(sandbox.rival.domainInfo("codeless.de", { authInfo: "a-code" })).rejects.toEqual(
      refusal(2202),
    );
  });

  it("can use the registrant's code", async () => {
    const postalInfos = [
      { type: "int" as const, name: "Kim", address: { street: [], city: "Oslo", countryCode: "NO" } },
    ];
    await sandbox.client.contactCreate("KIM", {
      postalInfos,
      email: "kim@example.net",
      authInfo: "kims-code",
    });
    await sandbox.register("kims-own.de", { registrant: "KIM", contacts: [] });
    const { data: kim } = await sandbox.client.contactInfo("KIM");
    await expect(
      sandbox.rival.domainInfo("kims-own.de", { authInfo: "kims-code", authInfoRoid: kim.roid }),
    ).resolves.toMatchObject({ code: 1000 });
    await expect(sandbox.rival.domainInfo("kims-own.de", { authInfo: "kims-code" })).rejects.toEqual(
      refusal(2202),
    );
    const roid = { authInfo: "kims-code", authInfoRoid: kim.roid };
    await expect(sandbox.rival.domainTransfer("kims-own.de", "request", roid)).resolves.toMatchObject({
      code: 1000,
    });
  });
});

describe("the end of a transfer", () => {
  it("is automatic after five days: at its own time, with a year, reported to both", async () => {
    const before = await movable("by-time.com");
    await sandbox.client.hostCreate("ns1.by-time.com", {
      addresses: [{ version: "v4", address: "192.0.2.9" }],
    });
    const { data } = await sandbox.rival.domainTransfer("by-time.com", "request", { authInfo });
    const endsAt = plusDays(data?.requestedAt, 5);
    await sandbox.advanceTo(plusDays(endsAt, 3));
    expect(await reportedStates(sandbox.client, "by-time.com")).toEqual([
      ["pending", data?.requestedAt],
      ["serverApproved", endsAt],
    ]);
    expect(await reportedStates(sandbox.rival, "by-time.com")).toEqual([["serverApproved", endsAt]]);
    await expect(sandbox.client.domainInfo("by-time.com")).rejects.toEqual(refusal(2201));
    const { data: after } = await sandbox.rival.domainInfo("by-time.com");
    expect(after).toMatchObject({
      sponsoringClientId: otherRegistrar,
      transferredAt: endsAt,
      expiresAt: plusYears(before.expiresAt, 1),
      rgpStatuses: ["transferPeriod"],
    });
    expect((await sandbox.rival.hostInfo("ns1.by-time.com")).data.sponsoringClientId).toBe(otherRegistrar);
    // The code is used up, and the losing registrar can still query the result.
    await expect(sandbox.client.domainInfo("by-time.com", { authInfo })).rejects.toEqual(refusal(2202));
    await expect(sandbox.client.domainTransferQuery("by-time.com")).resolves.toMatchObject({
      data: { status: "serverApproved" },
    });
  });

  it("is the losing registrar's approval or rejection, or the gaining registrar's cancellation, reported to both", async () => {
    for (const [name, operation, status] of [
      ["approved.com", "approve", "clientApproved"],
      ["rejected.com", "reject", "clientRejected"],
      ["cancelled.com", "cancel", "clientCancelled"],
    ] as const) {
      await movable(name);
      await sandbox.rival.domainTransfer(name, "request", { authInfo });
      const [right, wrong] =
        operation === "cancel" ? [sandbox.rival, sandbox.client] : [sandbox.client, sandbox.rival];
      await expect(wrong.domainTransfer(name, operation)).rejects.toEqual(refusal(2201));
      await expect(right.domainTransfer(name, operation)).resolves.toMatchObject({
        code: 1000,
        data: { status },
      });
      expect((await reportedStates(sandbox.client, name)).map(([told]) => told)).toEqual(["pending", status]);
      expect((await reportedStates(sandbox.rival, name)).map(([told]) => told)).toEqual([status]);
      const sponsor = operation === "approve" ? sandbox.rival : sandbox.client;
      const { data } = await sponsor.domainInfo(name);
      expect(data.statuses).toEqual(["ok"]);
      await expect(sponsor.domainTransfer(name, operation)).rejects.toEqual(refusal(2301));
    }
  });

  it("is followed by 60 days without another transfer", async () => {
    await movable("bounced.com");
    await sandbox.rival.domainTransfer("bounced.com", "request", { authInfo });
    await sandbox.client.domainTransfer("bounced.com", "approve");
    await sandbox.rival.domainUpdate("bounced.com", { change: { authInfo: "back-again" } });
    await expect(
      sandbox.client.domainTransfer("bounced.com", "request", { authInfo: "back-again" }),
    ).rejects.toEqual(refusal(2106));
  });

  it("replaces a renewal that the registry has just made", async () => {
    await sandbox.register("just-renewed.com");
    const { data } = await sandbox.client.domainInfo("just-renewed.com");
    const expiresAt = data.expiresAt;
    await sandbox.advanceTo(plusDays(expiresAt, -2));
    await sandbox.rival.domainTransfer("just-renewed.com", "request", { authInfo });
    await sandbox.advanceTo(plusDays(expiresAt, 10));
    const { data: after } = await sandbox.rival.domainInfo("just-renewed.com");
    expect(after.expiresAt).toEqual(plusYears(expiresAt, 1));
    const told = about(await takeMessages(sandbox.client), "just-renewed.com").map(([, text]) => text);
    expect(told).toEqual([
      "otherreg asks for the transfer of just-renewed.com.",
      "The registry renewed just-renewed.com for one year at its expiry.",
      "The transfer of just-renewed.com to otherreg was approved by the registry.",
    ]);
  });

  it("is immediate under .de, without a year and without asking anyone", async () => {
    await sandbox.register("sofort.de");
    const { data: before } = await sandbox.client.domainInfo("sofort.de");
    const { code, data } = await sandbox.rival.domainTransfer("sofort.de", "request", { authInfo });
    expect([code, data?.status]).toEqual([1000, "serverApproved"]);
    const { data: after } = await sandbox.rival.domainInfo("sofort.de");
    expect(after.expiresAt).toEqual(before.expiresAt);
    expect(after.rgpStatuses).toBeUndefined();
    expect((await reportedStates(sandbox.client, "sofort.de")).map(([told]) => told)).toEqual([
      "serverApproved",
    ]);
  });

  it("is immediate under .eu too, with a year", async () => {
    await sandbox.register("subito.eu");
    const { data: before } = await sandbox.client.domainInfo("subito.eu");
    await sandbox.rival.domainTransfer("subito.eu", "request", { authInfo });
    const { data: after } = await sandbox.rival.domainInfo("subito.eu");
    expect(after.expiresAt).toEqual(plusYears(before.expiresAt, 1));
  });
});

describe("a transfer query", () => {
  it("is available to both registrars and with the code, for a domain with a transfer request", async () => {
    await movable("queried.com");
    await expect(sandbox.client.domainTransferQuery("queried.com")).rejects.toEqual(refusal(2301));
    await expect(sandbox.rival.domainTransferQuery("queried.com")).rejects.toEqual(refusal(2201));
    await expect(sandbox.rival.domainTransferQuery("queried.com", { authInfo: "wrong" })).rejects.toEqual(
      refusal(2202),
    );
    await expect(sandbox.rival.domainTransferQuery("queried.com", { authInfo })).rejects.toEqual(
      refusal(2301),
    );
  });
});

describe("the sandbox's other registrar", () => {
  it("has domains to transfer in: unlocked, locked, recent and signed ones", async () => {
    const ask = (name: string) =>
      sandbox.client.domainTransfer(name, "request", { authInfo: movingInAuthInfo });
    const seen = async (name: string) =>
      (await sandbox.client.domainInfo(name, { authInfo: movingInAuthInfo })).data;
    await expect(ask("moving-in.com")).resolves.toMatchObject({ code: 1001 });
    await expect(
      sandbox.registry.otherRegistrarEndsTransfer("moving-in.com", "approve"),
    ).resolves.toMatchObject({ status: "clientApproved" });
    await expect(sandbox.client.domainInfo("moving-in.com")).resolves.toMatchObject({ code: 1000 });
    await expect(ask("moving-in.de")).resolves.toMatchObject({ code: 1000 });
    expect((await seen("moving-in-locked.com")).statuses).toEqual(["clientTransferProhibited"]);
    await expect(ask("moving-in-locked.com")).rejects.toEqual(refusal(2304));
    await expect(ask("moving-in-young.com")).rejects.toEqual(refusal(2106));
    expect((await seen("moving-in-signed.com")).secDns?.dsData).toHaveLength(1);
    const { data: young } = await sandbox.client.domainInfo("moving-in-young.com", {
      authInfo: movingInAuthInfo,
    });
    await sandbox.advanceTo(plusDays(young.createdAt, 61));
    await expect(ask("moving-in-young.com")).resolves.toMatchObject({ code: 1001 });
  });

  it("requests a domain of ours on demand, and cancels", async () => {
    await movable("wanted.com");
    const { otherRegistrarRequestsTransfer, otherRegistrarEndsTransfer } = sandbox.registry;
    await expect(otherRegistrarRequestsTransfer("wanted.com", "wrong")).rejects.toMatchObject({ code: 2202 });
    await expect(otherRegistrarRequestsTransfer("wanted.com", authInfo)).resolves.toMatchObject({
      status: "pending",
      requestedBy: otherRegistrar,
    });
    await expect(otherRegistrarEndsTransfer("wanted.com", "cancel")).resolves.toMatchObject({
      status: "clientCancelled",
    });
  });
});

describe("the transfer of a contact", () => {
  const code = { authInfo: "Contact-code-1" };

  async function statesFor(client: EppClient, id: string) {
    return (await takeMessages(client)).flatMap(({ subject }) =>
      subject?.type === "contact:transfer" && subject.transfer.id === id ? [subject.transfer.status] : [],
    );
  }

  it("waits for the losing registrar, and moves the contact once it approves", async () => {
    const { client, rival } = sandbox;
    await client.contactCreate("MOVED-1", holder);
    await client.contactUpdate("MOVED-1", { addStatuses: ["clientDeleteProhibited"] });
    await expect(client.contactTransfer("MOVED-1", "request", code)).rejects.toEqual(refusal(2106));
    await expect(rival.contactTransfer("MOVED-1", "request")).rejects.toEqual(refusal(2003));
    await expect(rival.contactTransfer("MOVED-1", "request", { authInfo: "x" })).rejects.toEqual(
      refusal(2202),
    );
    const { code: result, data } = await rival.contactTransfer("MOVED-1", "request", code);
    expect(result).toBe(1001);
    expect(data).toMatchObject({ status: "pending", requestedBy: otherRegistrar, actedBy: "zonepost" });
    expect(data?.actedAt).toEqual(plusDays(data?.requestedAt, 5));
    expect(await statesFor(client, "MOVED-1")).toEqual(["pending"]);
    expect((await client.contactInfo("MOVED-1")).data.statuses).toContain("pendingTransfer");
    await expect(rival.contactTransfer("MOVED-1", "request", code)).rejects.toEqual(refusal(2300));
    await expect(client.contactDelete("MOVED-1")).rejects.toEqual(refusal(2304));
    const change = { email: "new@example.net" };
    await expect(client.contactUpdate("MOVED-1", { change })).rejects.toEqual(refusal(2304));
    await expect(rival.contactTransfer("MOVED-1", "approve")).rejects.toEqual(refusal(2201));
    await client.contactTransfer("MOVED-1", "approve");
    for (const side of [client, rival]) {
      expect((await side.contactTransferQuery("MOVED-1")).data.status).toBe("clientApproved");
      expect(await statesFor(side, "MOVED-1")).toEqual(["clientApproved"]);
    }
    expect((await rival.contactInfo("MOVED-1")).data).toMatchObject({
      sponsoringClientId: otherRegistrar,
      statuses: ["ok"],
      transferredAt: expect.any(Date),
    });
    await rival.contactUpdate("MOVED-1", { change });
    await expect(client.contactInfo("MOVED-1")).rejects.toEqual(refusal(2201));
    await expect(client.contactTransfer("MOVED-1", "request", code)).rejects.toEqual(refusal(2202));
  });

  it("is approved by the registry after five days without an answer", async () => {
    const { client, rival } = sandbox;
    await client.contactCreate("MOVED-2", holder);
    const { data } = await rival.contactTransfer("MOVED-2", "request", code);
    await sandbox.advanceTo(plusDays(data?.requestedAt, 6));
    expect(await statesFor(client, "MOVED-2")).toEqual(["pending", "serverApproved"]);
    expect((await rival.contactTransferQuery("MOVED-2")).data).toMatchObject({
      status: "serverApproved",
      actedAt: plusDays(data?.requestedAt, 5),
    });
    await client.contactCreate("MOVED-3", holder);
    const again = await rival.contactTransfer("MOVED-3", "request", code);
    await sandbox.advanceTo(plusDays(again.data?.requestedAt, 6));
    expect((await rival.contactInfo("MOVED-3")).data.sponsoringClientId).toBe(otherRegistrar);
  });

  it.each([
    ["reject", "clientRejected"],
    ["cancel", "clientCancelled"],
  ] as const)("changes nothing after %s", async (operation, status) => {
    const { client, rival } = sandbox;
    const id = `STAYS-${operation}`;
    await client.contactCreate(id, holder);
    await expect(rival.contactTransfer(id, operation)).rejects.toEqual(refusal(2201));
    await expect(client.contactTransfer(id, operation)).rejects.toEqual(refusal(2301));
    await rival.contactTransfer(id, "request", code);
    await (operation === "cancel" ? rival : client).contactTransfer(id, operation);
    expect(await statesFor(rival, id)).toEqual([status]);
    expect((await client.contactInfo(id)).data).toMatchObject({
      sponsoringClientId: "zonepost",
      statuses: ["ok"],
    });
  });

  it("is refused while the contact is locked against it", async () => {
    const { client, rival } = sandbox;
    await client.contactCreate("LOCKED-1", holder);
    await client.contactUpdate("LOCKED-1", { addStatuses: ["clientTransferProhibited"] });
    await expect(rival.contactTransfer("LOCKED-1", "request", code)).rejects.toEqual(refusal(2304));
  });
});
