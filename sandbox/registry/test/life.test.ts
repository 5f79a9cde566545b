import { type FeeCharged, toMinorUnits } from "@zonepost/epp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { contacts, credentials } from "./raw-session.ts";
import {
  about,
  dateOf,
  nameservers,
  plusDays,
  plusYears,
  refusal,
  type Sandbox,
  startSandbox,
  takeMessages,
} from "./sandbox.ts";

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(async () => {
  await sandbox.advanceTo(new Date());
});
afterAll(async () => {
  await sandbox?.[Symbol.asyncDispose]();
});

const report = {
  dataBefore: "before",
  dataAfter: "after",
  deletedAt: new Date(),
  restoredAt: new Date(),
  reason: "The registrant wants it back.",
  statements: ["It is not restored to be sold.", "This is true."] as const,
};

async function infoOf(name: string) {
  return (await sandbox.client.domainInfo(name)).data;
}

/** Registers a name and waits until its addPeriod is over. */
async function settled(name: string) {
  await sandbox.register(name);
  const info = await infoOf(name);
  await sandbox.advanceTo(plusDays(info.createdAt, 6));
  return info;
}

describe("grace periods", () => {
  it("start with a registration, a renewal and an auto-renewal, and end automatically", async () => {
    await sandbox.register("graceful.com");
    const { createdAt, expiresAt } = await infoOf("graceful.com");
    expect((await infoOf("graceful.com")).rgpStatuses).toEqual(["addPeriod"]);
    await sandbox.client.domainRenew("graceful.com", { currentExpiryDate: dateOf(expiresAt) });
    expect((await infoOf("graceful.com")).rgpStatuses).toEqual(["addPeriod", "renewPeriod"]);
    await sandbox.advanceTo(plusDays(createdAt, 6));
    expect((await infoOf("graceful.com")).rgpStatuses).toBeUndefined();
    const renewedUntil = plusYears(expiresAt, 1);
    await sandbox.advanceTo(plusDays(renewedUntil, 44));
    expect(await infoOf("graceful.com")).toMatchObject({
      rgpStatuses: ["autoRenewPeriod"],
      expiresAt: plusYears(renewedUntil, 1),
    });
    await sandbox.advanceTo(plusDays(renewedUntil, 46));
    expect((await infoOf("graceful.com")).rgpStatuses).toBeUndefined();
  });

  it("release a name deleted in its addPeriod immediately, and refund its price", async () => {
    await sandbox.register("regretted.com");
    const deleted = await sandbox.client.domainDelete("regretted.com");
    expect(deleted).toMatchObject({ code: 1000, data: { fee: { credits: [{ amount: "-11.88" }] } } });
    await expect(sandbox.client.domainInfo("regretted.com")).rejects.toEqual(refusal(2303));
    await sandbox.register("regretted.com");
  });

  it("refund the registry's own renewal when a name is deleted in its autoRenewPeriod", async () => {
    const { expiresAt } = await settled("let-go.com");
    await sandbox.advanceTo(plusDays(expiresAt, 30));
    expect((await infoOf("let-go.com")).expiresAt).toEqual(plusYears(expiresAt, 1));
    const deleted = await sandbox.client.domainDelete("let-go.com");
    expect(deleted).toMatchObject({ code: 1001, data: { fee: { credits: [{ amount: "-11.88" }] } } });
    expect(await infoOf("let-go.com")).toMatchObject({
      expiresAt,
      statuses: ["pendingDelete"],
      rgpStatuses: ["redemptionPeriod"],
    });
  });

  it("refund nothing under .de, which has no such period", async () => {
    await sandbox.register("weg-damit.de");
    const { expiresAt } = await infoOf("weg-damit.de");
    await sandbox.advanceTo(plusDays(expiresAt, 10));
    expect((await infoOf("weg-damit.de")).rgpStatuses).toBeUndefined();
    const deleted = await sandbox.client.domainDelete("weg-damit.de");
    expect([deleted.code, deleted.data.fee?.credits]).toEqual([1001, undefined]);
    expect((await infoOf("weg-damit.de")).expiresAt).toEqual(plusYears(expiresAt, 1));
  });
});

describe("a registrar's account", () => {
  const centsOf = (reply: { data: { fee?: FeeCharged } | undefined }) =>
    toMinorUnits(reply.data?.fee?.balance ?? "");
  const balanceNow = async () =>
    centsOf(await sandbox.client.domainUpdate("paid.com", { change: { authInfo: "auth-code-2" } }));

  it("is charged and refunded, and its balance is in the response to every change", async () => {
    await sandbox.register("paid.com", { period: { value: 9, unit: "y" } });
    const before = await balanceNow();
    const created = await sandbox.client.domainCreate("paid-too.com", {
      ...contacts,
      authInfo: "auth-code-1",
    });
    expect(created.data?.fee).toMatchObject({ fees: [{ amount: "11.88" }], creditLimit: "1000.00" });
    expect(centsOf(created)).toBe(before - 1188);
    const currentExpiryDate = dateOf(created.data?.expiresAt);
    const period = { value: 2, unit: "y" as const };
    const renewed = await sandbox.client.domainRenew("paid-too.com", { currentExpiryDate, period });
    expect(centsOf(renewed)).toBe(before - 3 * 1188);
    expect(centsOf(await sandbox.client.domainDelete("paid-too.com"))).toBe(before);
    expect(await balanceNow()).toBe(before);
    const { data: account } = await sandbox.client.balanceInfo();
    expect(toMinorUnits(account.balance)).toBe(-before);
    expect(toMinorUnits(account.availableCredit)).toBe(before + toMinorUnits(account.creditLimit));
  });

  it("pays for the registry's own renewals, and for a transfer when it is complete", async () => {
    await settled("paid-yearly.com");
    const { expiresAt, authInfo } = await infoOf("paid-yearly.com");
    await takeMessages(sandbox.client);
    const before = await balanceNow();
    await sandbox.advanceTo(plusDays(expiresAt, 1));
    await infoOf("paid-yearly.com");
    expect(before - (await balanceNow())).toBe(1188);
    const transfer = { authInfo: authInfo ?? "auth-code-1" };
    const asked = await sandbox.rival.domainTransfer("paid-yearly.com", "request", transfer);
    await sandbox.client.domainTransfer("paid-yearly.com", "approve");
    // The losing registrar gets the registry's renewal back.
    expect(await balanceNow()).toBe(before);
    const check = await sandbox.rival.domainUpdate("paid-yearly.com", {
      change: { authInfo: "auth-code-3" },
    });
    expect(centsOf(asked) - centsOf(check)).toBe(1188);
  });

  it("that is used up, with its credit, pays for nothing more", async () => {
    await sandbox.registry.sendMessage("low-balance", "15.00");
    const last = await sandbox.client.domainCreate("last-one.com", { ...contacts, authInfo: "auth-code-1" });
    expect(last.data?.fee).toMatchObject({ balance: "-996.88", creditLimit: "1000.00" });
    await expect(sandbox.register("one-too-many.com")).rejects.toEqual(refusal(2104));
    const currentExpiryDate = dateOf(last.data?.expiresAt);
    await expect(sandbox.client.domainRenew("last-one.com", { currentExpiryDate })).rejects.toEqual(
      refusal(2104),
    );
    await sandbox.client.domainDelete("last-one.com");
    await sandbox.registry.sendMessage("low-balance", "1000000.00");
    await sandbox.register("one-too-many.com");
    await takeMessages(sandbox.client);
  });
});

describe("a deleted domain", () => {
  it("goes through redemption and pendingDelete to its end, with a message at each step's own time", async () => {
    await settled("going-going.com");
    await takeMessages(sandbox.client);
    await sandbox.client.domainDelete("going-going.com");
    const { updatedAt } = await infoOf("going-going.com");
    await expect(sandbox.client.domainDelete("going-going.com")).rejects.toEqual(refusal(2304));
    await expect(
      sandbox.client.domainUpdate("going-going.com", { add: { statuses: ["clientHold"] } }),
    ).rejects.toEqual(refusal(2304));

    await sandbox.advanceTo(plusDays(updatedAt, 31));
    expect((await infoOf("going-going.com")).rgpStatuses).toEqual(["pendingDelete"]);
    await expect(sandbox.client.domainRestore("going-going.com")).rejects.toEqual(refusal(2304));
    await expect(sandbox.client.domainCheck(["going-going.com"])).resolves.toMatchObject({
      data: { domains: [{ available: false }] },
    });

    await sandbox.advanceTo(plusDays(updatedAt, 36));
    await expect(sandbox.client.domainCheck(["going-going.com"])).resolves.toMatchObject({
      data: { domains: [{ available: true }] },
    });
    const messages = await takeMessages(sandbox.client);
    expect(about(messages, "going-going.com")).toEqual([
      [plusDays(updatedAt, 30), "The redemption period of going-going.com has ended."],
      [plusDays(updatedAt, 35), "going-going.com was purged and can be registered again."],
    ]);
    const purged = messages.at(-1);
    expect(purged).toMatchObject({
      subject: { type: "domain:info", domain: { rgpStatuses: ["pendingDelete"] } },
      change: { operation: "autoPurge", state: "before", changedAt: plusDays(updatedAt, 35) },
    });
    await sandbox.register("going-going.com");
  });

  it("makes the name available even if it was not read since", async () => {
    await settled("unseen.com");
    await sandbox.client.domainDelete("unseen.com");
    const { updatedAt } = await infoOf("unseen.com");
    await sandbox.advanceTo(plusDays(updatedAt, 36));
    await expect(
      sandbox.rival.domainCreate("unseen.com", { ...contacts, authInfo: "auth-code-2" }),
    ).resolves.toMatchObject({ code: 1000 });
  });

  it("is restored by a request and its report", async () => {
    await settled("beloved.com");
    await sandbox.client.domainDelete("beloved.com");
    const fee = { currency: "EUR", fees: [{ amount: "79.00" }] };
    await expect(sandbox.rival.domainRestore("beloved.com")).rejects.toEqual(refusal(2201));
    await expect(
      sandbox.client.domainRestore("beloved.com", { fee: { fees: [{ amount: "1.00" }] } }),
    ).rejects.toEqual(refusal(2004));
    await expect(sandbox.client.domainRestore("beloved.com", { report })).rejects.toEqual(refusal(2304));
    await expect(sandbox.client.domainRestore("beloved.com", { fee })).resolves.toMatchObject({
      code: 1001,
      data: { rgpStatuses: ["pendingRestore"], fee },
    });
    await expect(sandbox.client.domainRestore("beloved.com")).rejects.toEqual(refusal(2304));
    await expect(sandbox.client.domainRestore("beloved.com", { report })).resolves.toMatchObject({
      code: 1000,
    });
    const info = await infoOf("beloved.com");
    expect([info.statuses, info.rgpStatuses]).toEqual([["ok"], undefined]);
  });

  it("returns to redemption if no report arrives within seven days", async () => {
    await settled("half-loved.com");
    await sandbox.client.domainDelete("half-loved.com");
    await sandbox.client.domainRestore("half-loved.com");
    const { updatedAt } = await infoOf("half-loved.com");
    await sandbox.advanceTo(plusDays(updatedAt, 8));
    expect((await infoOf("half-loved.com")).rgpStatuses).toEqual(["redemptionPeriod"]);
    expect(about(await takeMessages(sandbox.client), "half-loved.com")).toEqual([
      [
        plusDays(updatedAt, 7),
        "No restore report came for half-loved.com: it is in its redemption period again.",
      ],
    ]);
  });

  it.each(["geliebt.de", "cheri.eu"])("is restored immediately by the request: %s", async (name) => {
    await settled(name);
    await sandbox.client.domainDelete(name);
    expect((await infoOf(name)).rgpStatuses).toEqual(["redemptionPeriod"]);
    await expect(sandbox.client.domainRestore(name)).resolves.toMatchObject({ code: 1000 });
    expect((await infoOf(name)).statuses).toEqual(["ok"]);
  });

  it("can be renewed from its former date after a restore, before the registry auto-renews it", async () => {
    const { expiresAt } = await settled("late-love.com");
    await sandbox.advanceTo(plusDays(expiresAt, 30));
    await sandbox.client.domainDelete("late-love.com");
    await sandbox.advanceTo(plusDays(expiresAt, 50));
    await sandbox.client.domainRestore("late-love.com");
    await sandbox.client.domainRestore("late-love.com", { report });
    expect((await infoOf("late-love.com")).expiresAt).toEqual(expiresAt);
    const renewed = await sandbox.client.domainRenew("late-love.com", {
      currentExpiryDate: dateOf(expiresAt),
    });
    expect(renewed.data?.expiresAt).toEqual(plusYears(expiresAt, 1));
  });

  it("is auto-renewed by the registry five days after a restore unless it was renewed", async () => {
    const { expiresAt } = await settled("lazy-love.com");
    await sandbox.advanceTo(plusDays(expiresAt, 30));
    await sandbox.client.domainDelete("lazy-love.com");
    await sandbox.client.domainRestore("lazy-love.com");
    await sandbox.client.domainRestore("lazy-love.com", { report });
    await sandbox.advanceTo(plusDays(expiresAt, 36));
    expect((await infoOf("lazy-love.com")).expiresAt).toEqual(plusYears(expiresAt, 1));
  });

  it("can't be deleted while other domains are delegated to hosts under it", async () => {
    await settled("hoster.com");
    await sandbox.client.hostCreate("ns1.hoster.com", {
      addresses: [{ version: "v4", address: "192.0.2.1" }],
    });
    await sandbox.register("hosted.com", {
      nameservers: [{ name: "ns1.hoster.com" }, { name: "ns2.example.net" }],
    });
    await expect(sandbox.client.domainDelete("hoster.com")).rejects.toEqual(refusal(2305));
    await sandbox.client.domainDelete("hosted.com");
    await expect(sandbox.client.domainDelete("hoster.com")).resolves.toMatchObject({ code: 1001 });
  });

  it("can't be another registrar's, or one that prohibits deletion", async () => {
    await sandbox.register("kept.com");
    await expect(sandbox.rival.domainDelete("kept.com")).rejects.toEqual(refusal(2201));
    await sandbox.client.domainUpdate("kept.com", { add: { statuses: ["clientDeleteProhibited"] } });
    await expect(sandbox.client.domainDelete("kept.com")).rejects.toEqual(refusal(2304));
    await expect(sandbox.client.domainDelete("not-registered.com")).rejects.toEqual(refusal(2303));
    await expect(sandbox.client.domainDelete("fail-this.com")).rejects.toEqual(refusal(2400));
  });
});

describe("several months at once", () => {
  it("produce every message at its own time and in order, across all domains", async () => {
    await takeMessages(sandbox.client);
    await settled("first-of-many.com");
    await sandbox.client.domainDelete("first-of-many.com");
    const deletedAt = (await infoOf("first-of-many.com")).updatedAt;
    await sandbox.register("second-of-many.com");
    const second = await infoOf("second-of-many.com");
    await sandbox.advanceTo(plusYears(plusDays(second.expiresAt, 1), 1));
    // The order of queries must not affect the order of messages.
    await infoOf("second-of-many.com");
    const messages = await takeMessages(sandbox.client);
    const dates = messages.map(({ queuedAt }) => queuedAt?.getTime() ?? 0);
    expect(dates).toEqual([...dates].sort((left, right) => left - right));
    const told = messages.filter(({ text }) => /(first|second)-of-many/.test(text ?? ""));
    expect(told.map(({ queuedAt, subject }) => [queuedAt, subject?.type])).toEqual([
      [plusDays(deletedAt, 30), "domain:info"],
      [plusDays(deletedAt, 35), "domain:info"],
      [second.expiresAt, "domain:renewed"],
      [plusYears(second.expiresAt, 1), "domain:renewed"],
    ]);
    expect((await sandbox.client.poll()).code).toBe(1300);
  });
});

describe("a registration", () => {
  it("requires the TLD's contacts, which must exist", async () => {
    const create = (name: string, details: object) =>
      sandbox.client.domainCreate(name, { authInfo: "x", nameservers, ...details });
    for (const name of ["bare.com", "bare.eu", "bare.de"]) {
      await expect(create(name, {})).rejects.toEqual(refusal(2003));
    }
    await expect(create("bare.com", { registrant: "ZP-HOLDER-1" })).rejects.toEqual(refusal(2003));
    await expect(create("bare.de", { registrant: "UNKNOWN" })).rejects.toEqual(refusal(2303));
    await expect(create("bare.de", { registrant: "ZP-HOLDER-1" })).resolves.toMatchObject({ code: 1000 });
    expect(await infoOf("bare.de")).toMatchObject({ registrant: "ZP-HOLDER-1", contacts: [] });
  });

  it("under .eu requires a registrant in the European Economic Area", async () => {
    const postalInfos = [
      { type: "int" as const, name: "Sam", address: { street: [], city: "Boston", countryCode: "US" } },
    ];
    await sandbox.client.contactCreate("AMERICAN", {
      postalInfos,
      email: "sam@example.net",
      authInfo: "x-code",
    });
    const american = { ...contacts, registrant: "AMERICAN", authInfo: "x" };
    await expect(sandbox.client.domainCreate("overseas.eu", american)).rejects.toEqual(refusal(2306));
    await expect(sandbox.client.domainCreate("overseas.com", american)).resolves.toMatchObject({
      code: 1000,
    });
    await sandbox.register("overland.eu");
    await expect(
      sandbox.client.domainUpdate("overland.eu", { change: { registrant: "AMERICAN" } }),
    ).rejects.toEqual(refusal(2306));
  });

  it("that has long lacked contacts can get them one by one", async () => {
    await sandbox.sql`
      insert into registry.domains (name, sponsor, created_by, created_at, expires_at)
      values ('bare-from-birth.com', 'zonepost', 'zonepost', now(), now() + interval '1 year')`;
    const change = { registrant: "ZP-HOLDER-1" };
    await sandbox.client.domainUpdate("bare-from-birth.com", { change });
    expect(await infoOf("bare-from-birth.com")).toMatchObject(change);
    await expect(
      sandbox.client.domainUpdate("bare-from-birth.com", { change: { registrant: "" } }),
    ).rejects.toEqual(refusal(2308));
  });

  it("can't lose a required contact, and can replace it", async () => {
    await sandbox.register("contacts.com");
    const tech = { contacts: [{ type: "tech" as const, id: "ZP-HOLDER-1" }] };
    await expect(sandbox.client.domainUpdate("contacts.com", { remove: tech })).rejects.toEqual(
      refusal(2308),
    );
    await expect(sandbox.client.domainUpdate("contacts.com", { add: tech })).rejects.toEqual(refusal(2302));
    const other = { contacts: [{ type: "tech" as const, id: "OTHER-HOLDER-1" }] };
    await sandbox.client.domainUpdate("contacts.com", { remove: tech, add: other });
    expect((await infoOf("contacts.com")).contacts).toContainEqual({ type: "tech", id: "OTHER-HOLDER-1" });
    await expect(sandbox.client.domainUpdate("contacts.com", { remove: tech })).rejects.toEqual(
      refusal(2303),
    );
  });
});

describe("due work", () => {
  it("is done and reported once, even with simultaneous reads", async () => {
    await sandbox.register("contended.com");
    const { expiresAt } = await infoOf("contended.com");
    await takeMessages(sandbox.client);
    await sandbox.advanceTo(plusDays(expiresAt, 1));
    const many = Array.from({ length: 6 }, () => sandbox.connect(credentials));
    await Promise.all(
      many.map((client, index) =>
        index % 2 ? client.poll() : client.domainInfo("contended.com").then(() => client.poll()),
      ),
    );
    const told = about(await takeMessages(sandbox.client), "contended.com");
    expect(told.map(([queuedAt]) => queuedAt)).toEqual([expiresAt]);
  });
});
