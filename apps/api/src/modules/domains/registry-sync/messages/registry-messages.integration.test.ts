import { outgoingEmails, registryMessages } from "@zonepost/db";
import { asc, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
  fixture,
  never,
  registrarsOf,
  setUpDomain,
  useDomainFixture,
} from "../../../../../test/support/domain-fixture.ts";
import { createSecretBox } from "../../../../kernel/secrets.ts";
import { syncWithRegistry } from "../sync-with-registry.ts";
import { listRegistryMessages } from "./list-registry-messages.ts";
import { reportToOperator } from "./report-to-operator.ts";

useDomainFixture();

const email = "operator@people.test";
const report = (operator: { email: string | undefined; lowBalanceCents: number | undefined }) =>
  reportToOperator({
    ...fixture.systemCtx,
    operator,
    secretBox: createSecretBox([Buffer.alloc(32, 7).toString("base64")]),
  });
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
    expect(await told("80.00")).toEqual(["registry_balance_low", "registry_messages"]);
    expect(await told("70.00")).toEqual(["registry_messages"]);
    expect(await told("900.00")).toEqual(["registry_messages"]);
    expect(await told("60.00")).toEqual(["registry_balance_low", "registry_messages"]);
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
