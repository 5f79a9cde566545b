import { outgoingEmails, registryBalances, registryMessages } from "@zonepost/db";
import { createSecretBox } from "@zonepost/secret-box";
import { asc, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
  fixture,
  never,
  registrarsOf,
  setUpDomain,
  useDomainFixture,
} from "../../../../../test/support/domains/domain-fixture.ts";
import { syncWithRegistry } from "../sync-with-registry.ts";
import { createBalanceKeeper, keepBalance, reportLowBalances } from "./balances.ts";
import { listRegistryMessages } from "./list-registry-messages.ts";
import { registryMessagesEmail } from "./operator-email.ts";
import { reportToOperator } from "./report-to-operator.ts";

useDomainFixture();

const email = "operator@people.test";
const report = async (operator: { email: string | undefined; lowBalanceCents: number | undefined }) => {
  const secretBox = createSecretBox([Buffer.alloc(32, 7).toString("base64")]);
  const ctx = { ...fixture.systemCtx, operator, secretBox };
  await reportToOperator(ctx);
  await reportLowBalances(ctx);
};
const sync = () => syncWithRegistry(fixture.systemCtx, never);
const kept = () => fixture.db.select().from(registryMessages).orderBy(asc(registryMessages.id));
const mails = async () =>
  (
    await fixture.db
      .select()
      .from(outgoingEmails)
      .where(eq(outgoingEmails.toAddress, email))
      .orderBy(asc(outgoingEmails.id))
  ).map(({ kind, subject }) => [kind, subject]);

describe("a message of a registry", () => {
  it("is kept before it is acknowledged, and once if the acknowledgment is lost", async () => {
    await fixture.registry.sendMessage("text", "The policy for .com changes on 1 January");
    const dying = {
      ...fixture.systemCtx,
      registrars: registrarsOf({
        ...fixture.registrar,
        acknowledgeNotice: () => Promise.reject(new Error("the worker was killed here")),
      }),
    };
    await expect(syncWithRegistry(dying, never)).rejects.toThrow("killed here");
    const text = "The policy for .com changes on 1 January";
    expect(await kept()).toMatchObject([{ kind: "other", domainId: null, text }]);
    await sync();
    expect(await kept()).toHaveLength(1);
    expect(await fixture.registrar.nextNotice()).toBeNull();
  });

  it("keeps its text if it is about a domain of ours, which the operator is not told of", async () => {
    const { name, id } = await setUpDomain();
    await fixture.db.$client`
      insert into registry.poll_messages (registrar, queued_at, text, subject)
      values ('zonepost', now(), 'Locked by court order 12 O 34/26', ${JSON.stringify({
        type: "domain:pendingAction",
        action: { name, succeeded: true, svTRID: "SRV-1", decidedAt: new Date() },
      })}::text::jsonb)`;
    await sync();
    const [message] = (await kept()).filter(({ domainId }) => domainId === id);
    expect(message).toMatchObject({
      kind: "domain",
      domainName: name,
      text: "Locked by court order 12 O 34/26",
    });
    expect(JSON.stringify(message)).not.toContain("authInfo");
  });

  it("reaches the operator once, with all that is new in one mail", async () => {
    await fixture.registry.sendMessage("maintenance");
    await fixture.registry.sendMessage("text", "A new fee schedule applies");
    await sync();
    await Promise.all([1, 2].map(() => report({ email, lowBalanceCents: undefined })));
    await report({ email, lowBalanceCents: undefined });
    expect(await mails()).toEqual([["registry_messages", "3 messages from registries"]]);
    const [, , stored] = await kept();
    expect(stored).toMatchObject({
      kind: "maintenance",
      details: { startsAt: expect.stringMatching(/^\d{4}-.*Z$/), tlds: ["com", "net"] },
    });
    const dates = /Maintenance: from \d.* UTC until \d.* UTC, for com and net$/;
    expect(registryMessagesEmail(stored ? [stored] : []).variants.en.text).toMatch(new RegExp(dates, "m"));
    expect((await listRegistryMessages(fixture.db, 9)).filter((line) => dates.test(line))).toHaveLength(1);
  });

  it("alerts the operator once when the balance falls below the limit, and again after it rose", async () => {
    const told = async (availableCredit: string) => {
      const before = (await mails()).length;
      await fixture.registry.sendMessage("low-balance", availableCredit);
      await sync();
      await report({ email, lowBalanceCents: 50_000 });
      return (await mails()).slice(before).map(([kind]) => kind);
    };
    expect(await told("800.00")).toEqual(["registry_messages"]);
    expect(await told("80.00")).toEqual(["registry_messages", "registry_balance_low"]);
    expect(await told("70.00")).toEqual(["registry_messages"]);
    expect(await told("900.00")).toEqual(["registry_messages"]);
    expect(await told("60.00")).toEqual(["registry_messages", "registry_balance_low"]);
    const lines = await listRegistryMessages(fixture.db, 2);
    expect(lines).toEqual([
      expect.stringMatching(/UTC {2}primary {2}balance {2}60\.00 EUR {2}LOW$/),
      expect.stringMatching(/UTC {2}primary {2}low_balance {2}- {2}Credit balance 60\.00 is low$/),
      expect.stringMatching(/Credit balance 900\.00 is low$/),
    ]);
  });

  it("is only logged and kept without an address of the operator", async () => {
    const before = (await mails()).length;
    await fixture.registry.sendMessage("text", "Only logged");
    await sync();
    await report({ email: undefined, lowBalanceCents: undefined });
    expect((await mails()).length).toBe(before);
    expect((await kept()).at(-1)).toMatchObject({
      text: "Only logged",
      reportedAt: expect.any(Date),
    });
  });
});

describe("the balance of an account", () => {
  const limit = { email, lowBalanceCents: 50_000 };
  const known = async (registrar: string) =>
    (await fixture.db.select().from(registryBalances).where(eq(registryBalances.registrar, registrar)))[0];

  it("alerts the operator when a change takes it below the limit, without a message of the registry", async () => {
    await fixture.registry.sendMessage("low-balance", "510.00");
    await sync();
    await report(limit);
    const before = (await mails()).length;
    const { name } = await setUpDomain();
    const answer = await fixture.registrar.readDomain(name);
    const registryExpiresAt = answer.kind === "held" ? answer.domain.registryExpiresAt : new Date();
    await fixture.registrar.renewDomain({ name, years: 1, registryExpiresAt });
    expect(await known("primary")).toMatchObject({ balanceCents: 49_812, currency: "EUR" });
    await Promise.all([report(limit), report(limit)]);
    expect((await mails()).slice(before)).toEqual([
      ["registry_balance_low", "Low balance at primary: €498.12"],
    ]);
  });

  it("is the latest one: a message that was queued before a change doesn't count", async () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
    const keep = (priceCents: number, minute: number) =>
      keepBalance(fixture.db, "slow", { priceCents, currency: "EUR" }, at(minute));
    await keep(900, 2);
    await keep(100, 1);
    expect(await known("slow")).toMatchObject({ balanceCents: 900, knownAt: at(2) });
    await keep(300, 3);
    expect(await known("slow")).toMatchObject({ balanceCents: 300 });
  });

  it("ends with the latest of many that arrive at once", async () => {
    const keeper = createBalanceKeeper(fixture.systemCtx);
    const amounts = Array.from({ length: 20 }, (_, index) => 2000 - index);
    await Promise.all(amounts.map((priceCents) => keeper("busy", { priceCents, currency: "EUR" })));
    expect(await known("busy")).toMatchObject({ balanceCents: 1981 });
  });

  it("doesn't fail the change if it can't be stored", async () => {
    const db = {
      insert: () => {
        throw new Error("no database");
      },
    } as unknown as typeof fixture.db;
    const keeper = createBalanceKeeper({ ...fixture.systemCtx, db });
    await keeper("lost", { priceCents: 1, currency: "EUR" });
    await keeper("lost", { priceCents: 2, currency: "EUR" });
    expect(await known("lost")).toBeUndefined();
  });
});
