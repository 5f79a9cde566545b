import { domainBatches, domainBatchItems, domainHistory, domains } from "@zonepost/db";
import type { DomainBatchChange } from "@zonepost/schema";
import { and, eq, isNotNull } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { addContact } from "../../../../test/support/domains/add-contact.ts";
import {
  fixture,
  heldAt,
  modulePorts,
  never,
  newName,
  registrarsOf,
  rowOf,
  silentDns,
  useDomainFixture,
} from "../../../../test/support/domains/domain-fixture.ts";
import { operationsOf } from "../../../../test/support/domains/lifecycle.ts";
import { newId, publicId, rowId } from "../../../kernel/ids.ts";
import { createPerson } from "../../accounts/index.ts";
import { changeDomainContacts } from "../contacts/change-domain-contacts.ts";
import type { Registrar } from "../index.ts";
import { getBatch } from "./list-batches.ts";
import { previewBatch } from "./preview-batch.ts";
import { processBatches } from "./process-batches.ts";
import { queueBatch } from "./queue-batch.ts";

useDomainFixture();

/** A workspace with an owner who can request batches. */
async function setUp() {
  const workspace = await fixture.createWorkspace();
  const email = `owner-${newId()}@people.test`;
  const seat = { workspaceId: workspace.id, role: "owner" as const, domainNames: null, name: "Test", email };
  const userId = await fixture.db.transaction((tx) =>
    createPerson(tx, { ...seat, passwordHash: null, createdAt: new Date() }),
  );
  const ctx = { ...workspace.ctx(), ...modulePorts, registrars: fixture.registrars };
  Object.assign(ctx.actor, { userId });
  return {
    ctx,
    addDomain: (name = newName()) => fixture.addDomain(workspace.id, { name }),
    addContact: (more: { countryCode?: string; postalCode?: string } = {}) =>
      addContact(fixture, workspace, more),
    preview: async (names: string[], change: DomainBatchChange) =>
      (await previewBatch(ctx, { names, change })).items,
    queue: async (names: string[], change: DomainBatchChange) => {
      const { id } = await queueBatch(ctx, { names, change });
      const ofBatch = eq(domainBatchItems.batchId, rowId("dba", id) ?? "");
      return {
        read: () => getBatch(ctx, id),
        async results() {
          const { items } = await getBatch(ctx, id);
          return items.map(({ state, reason }) => [state, reason?.code ?? null]);
        },
        endLeases: () =>
          fixture.db
            .update(domainBatchItems)
            .set({ leasedUntil: new Date(0) })
            .where(and(ofBatch, isNotNull(domainBatchItems.leasedUntil))),
        /** As if the worker had been killed before it could record a result. */
        async forgetResults() {
          await fixture.db
            .update(domainBatchItems)
            .set({ state: "waiting", reason: null, leasedUntil: new Date(0) })
            .where(ofBatch);
          await fixture.db.update(domainBatches).set({ finishedAt: null });
        },
      };
    },
  };
}

function process(calls: Partial<Registrar> = {}): Promise<void> {
  const { actor: _, ...ctx } = fixture.systemCtx;
  const given = {
    ...ctx,
    registrars: registrarsOf({ ...fixture.registrar, ...calls }),
    dns: silentDns,
    nameserverRules: { mustResolve: false, isRefusedAddress: () => false },
  };
  return processBatches(given, never);
}

const deletion = (names: string[]) => ({ deleted: true as const, confirmCount: names.length });

describe("a batch of contacts", () => {
  it("assigns the named roles, keeps the others, and does what its preview says", async () => {
    const set = await setUp();
    const [old, tech, swiss] = [
      await set.addContact(),
      await set.addContact(),
      await set.addContact({ countryCode: "CH", postalCode: "8001" }),
    ];
    const [com, without, european] = [
      await set.addDomain(),
      await set.addDomain(),
      await set.addDomain(newName("eu")),
    ];
    for (const name of [com, european]) {
      await changeDomainContacts(set.ctx, { name, contacts: { registrantId: old } });
    }
    const names = [com, without, european, newName()];

    const techOnly = { contacts: { techId: tech } };
    const expected = await set.preview(names, techOnly);
    const before = { registrantId: old, adminId: old, techId: old };
    expect(expected.map(({ before, after, problems }) => [before, after, problems[0]?.code])).toEqual([
      [{ contacts: before }, { contacts: { ...before, techId: tech } }, undefined],
      [{ contacts: { registrantId: null, adminId: null, techId: null } }, null, "contacts_missing"],
      [{ contacts: before }, { contacts: { ...before, techId: tech } }, undefined],
      [null, null, "not_found"],
    ]);
    const batch = await set.queue(names, techOnly);
    await process();
    expect(await batch.results()).toEqual(
      expected.map(({ wouldSucceed, problems }) => [
        wouldSucceed ? "succeeded" : "failed",
        problems[0]?.code ?? null,
      ]),
    );
    const { contacts } = await heldAt(com);
    expect(contacts.admin).toBe(contacts.registrant);
    expect(contacts.tech).not.toBe(contacts.registrant);

    // Only the .eu registry requires a registrant from the EU.
    const move = { contacts: { registrantId: swiss } };
    const [moved, , refused] = await set.preview(names, move);
    expect([moved?.wouldSucceed, refused?.problems]).toEqual([
      true,
      [{ code: "invalid_input", message: expect.stringContaining("must be located") }],
    ]);
    const second = await set.queue(names, move);
    await process();
    expect(await second.results()).toEqual([
      ["succeeded", null],
      ["succeeded", null],
      ["failed", "invalid_input"],
      ["failed", "not_found"],
    ]);
    expect((await rowOf(european)).registrantContactId).toBe(rowId("con", old));
    expect((await rowOf(com)).registrantContactId).toBe(rowId("con", swiss));
  });

  it("refuses contacts of another workspace, and changes each domain once if the worker is killed", async () => {
    const set = await setUp();
    const name = await set.addDomain();
    const strange = await (await setUp()).addContact();
    for (const registrantId of [strange, publicId("con", newId())]) {
      const [item] = await set.preview([name], { contacts: { registrantId } });
      expect(item).toMatchObject({ wouldSucceed: false, problems: [{ code: "invalid_input" }] });
      const batch = await set.queue([name], { contacts: { registrantId } });
      await process();
      expect(await batch.results()).toEqual([["failed", "invalid_input"]]);
    }
    const batch = await set.queue([name], { contacts: { registrantId: await set.addContact() } });
    await process();
    await batch.forgetResults();
    await process();
    expect(await batch.results()).toEqual([["succeeded", null]]);
    const changes = await fixture.db
      .select({ id: domainHistory.id })
      .from(domainHistory)
      .innerJoin(domains, eq(domains.id, domainHistory.domainId))
      .where(and(eq(domains.name, name), eq(domainHistory.kind, "contact_change")));
    expect(changes).toHaveLength(1);
  });
});

describe("a batch of deletions", () => {
  it("lists the result of each domain, and does what its preview says", async () => {
    const set = await setUp();
    const [good, gone, german] = [
      await set.addDomain(),
      await set.addDomain(),
      await set.addDomain(newName("de")),
    ];
    const first = await set.queue([gone], deletion([gone]));
    await process();
    expect(await first.results()).toEqual([["succeeded", null]]);

    const stranger = await (await setUp()).addDomain();
    const names = [good, gone, stranger, german];
    const expected = await set.preview(names, deletion(names));
    expect(
      expected.map(({ after, problems, warnings }) => [after, problems[0]?.code, warnings[0]?.code]),
    ).toEqual([
      [{ status: "redemption" }, undefined, "restorable"],
      [null, "wrong_status", undefined],
      [null, "not_found", undefined],
      [{ status: "redemption" }, undefined, "restorable"],
    ]);
    const batch = await set.queue(names, deletion(names));
    await process();
    expect(await batch.results()).toEqual([
      ["succeeded", null],
      ["failed", "wrong_status"],
      ["failed", "not_found"],
      ["succeeded", null],
    ]);
    for (const { domainName, wouldSucceed, after } of expected) {
      if (wouldSucceed) {
        expect((await rowOf(domainName)).status).toBe(after?.status);
      }
    }
    expect((await rowOf(stranger)).status).toBe("active");
  });

  it("deletes nothing twice if the worker is killed once the registry has answered", async () => {
    const set = await setUp();
    const name = await set.addDomain();
    const batch = await set.queue([name], deletion([name]));
    await process();
    await batch.forgetResults();
    await process({ deleteDomain: () => Promise.reject(new Error("deleted twice")) });
    expect(await batch.results()).toEqual([["succeeded", null]]);
    expect(await operationsOf(name)).toHaveLength(1);
  });

  it.each(["drop_after_write", "drop_before"] as const)(
    "is continued if the registry's answer is lost: %s",
    async (kind) => {
      const set = await setUp();
      const name = await set.addDomain();
      await fixture.registry.injectFault({ kind, command: "domain:delete" });
      const batch = await set.queue([name], deletion([name]));
      await process();
      await fixture.db
        .$client`update domain_intents set leased_until = 'epoch' where leased_until is not null`;
      await batch.endLeases();
      await process();
      expect(await batch.results()).toEqual([["succeeded", null]]);
      expect((await rowOf(name)).status).toBe("redemption");
      expect(await operationsOf(name)).toMatchObject([{ kind: "deletion", state: "succeeded" }]);
    },
  );

  it("counts a deletion that the registry completes later as succeeded, and says so", async () => {
    const set = await setUp();
    const name = await set.addDomain();
    await fixture.registry.injectFault({ kind: "pending", command: "domain:delete" });
    const batch = await set.queue([name], deletion([name]));
    await process();
    expect(await batch.results()).toEqual([["succeeded", "accepted_by_registry"]]);
  });

  it("waits for a registry that is away", async () => {
    const set = await setUp();
    const name = await set.addDomain();
    const absent = fixture.absentRegistrar();
    const batch = await set.queue([name], deletion([name]));
    await process({ readDomain: absent.readDomain, deleteDomain: absent.deleteDomain });
    expect(await batch.results()).toEqual([["waiting", null]]);
    await absent.close();
    await fixture.db.$client`update domain_intents set leased_until = 'epoch' where leased_until is not null`;
    await batch.endLeases();
    await process();
    expect(await batch.results()).toEqual([["succeeded", null]]);
  });
});
