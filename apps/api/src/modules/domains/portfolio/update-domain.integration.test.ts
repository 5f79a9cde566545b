import { auditEntries, contacts, domainHistory, domainIntents, domains, events } from "@zonepost/db";
import { and, asc, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createDomainFixture,
  type DomainFixture,
  registrarsOf,
  silentDns,
} from "../../../../test/support/domain-fixture.ts";
import { isPrivateAddress } from "../../../adapters/http-egress/address-ranges.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { AppError } from "../../../kernel/errors.ts";
import { newId, publicId } from "../../../kernel/ids.ts";
import { changeDomainContacts } from "../contacts/change-domain-contacts.ts";
import { deleteContact } from "../contacts/delete-contact.ts";
import { getDomainContacts } from "../contacts/get-domain-contacts.ts";
import type { HostAddresses } from "../dns-port.ts";
import type { NameserverPorts } from "../index.ts";
import { applyNameservers, changeNameservers } from "../nameservers/change-nameservers.ts";
import type { DomainPorts, Registrar } from "../ports.ts";
import { reconcileDomain } from "../registry-sync/reconcile-domain.ts";
import { syncWithRegistry } from "../registry-sync/sync-with-registry.ts";
import { getDomain } from "./get-domain-details.ts";
import { updateDomain } from "./update-domain.ts";

let fixture: DomainFixture;
beforeAll(async () => {
  fixture = await createDomainFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const never = new AbortController().signal;
type ChangeCtx = WorkspaceCtx & DomainPorts & NameserverPorts;

/** The DNS records of host names, as a table. */
const dnsOf = (answers: Record<string, HostAddresses>): NameserverPorts => ({
  dns: { ...silentDns, readAddresses: async (host) => answers[host] ?? { kind: "missing" } },
  nameserverRules: { mustResolve: true, isRefusedAddress: isPrivateAddress },
});
const unasked: NameserverPorts = {
  dns: silentDns,
  nameserverRules: { mustResolve: false, isRefusedAddress: isPrivateAddress },
};

async function setUp(options: Parameters<DomainFixture["addDomain"]>[1] & { tld?: string } = {}) {
  const { tld = "com", ...more } = options;
  const workspace = await fixture.createWorkspace();
  const name = await fixture.addDomain(workspace.id, { name: `change-${newId()}.${tld}`, ...more });
  const ctx: ChangeCtx = { ...workspace.ctx(), ...unasked, registrars: fixture.registrars };
  return {
    workspace,
    name,
    ctx,
    id: (await rowOf(name)).id,
    addContact: (more: { countryCode?: string; postalCode?: string } = {}) => addContact(workspace.id, more),
    withRegistrar: (calls: Partial<Registrar>): ChangeCtx => ({
      ...ctx,
      registrars: registrarsOf({ ...fixture.registrar, ...calls }),
    }),
  };
}

async function addContact(workspaceId: string, more: { countryCode?: string; postalCode?: string } = {}) {
  const id = newId();
  await fixture.db.insert(contacts).values({
    id,
    workspaceId,
    name: "Dana Meier",
    email: "dana@example.com",
    phone: "+4930123456",
    street: ["Linienstraße 12"],
    city: "Berlin",
    postalCode: "10178",
    countryCode: "DE",
    createdAt: new Date(),
    updatedAt: new Date(),
    ...more,
  });
  return publicId("con", id);
}

const rowOf = async (name: string) => {
  const [row] = await fixture.db.select().from(domains).where(eq(domains.name, name));
  if (!row) {
    throw new Error(`there is no row for ${name}`);
  }
  return row;
};
const setRow = (name: string, change: Partial<typeof domains.$inferInsert>) =>
  fixture.db.update(domains).set(change).where(eq(domains.name, name));
const atRegistry = async (name: string) => {
  const answer = await fixture.registrar.readDomain(name);
  if (answer.kind !== "held") {
    throw new Error(`${name} is ${answer.kind}`);
  }
  return answer.domain;
};
const historyOf = async (id: string) =>
  (
    await fixture.db
      .select()
      .from(domainHistory)
      .where(eq(domainHistory.domainId, id))
      .orderBy(asc(domainHistory.id))
  ).map(({ kind, summary, actor }) => [actor.kind, kind, summary]);
const auditOf = async (name: string) =>
  (await fixture.db.select().from(auditEntries).where(eq(auditEntries.target, name))).map(
    ({ action }) => action,
  );
const problemOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    (value) => {
      throw new Error(`no problem, but ${JSON.stringify(value)}`);
    },
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) {
    throw error;
  }
  return { code: error.code, kind: error.kind, fields: error.fields };
};
const openIntents = (id: string) =>
  fixture.db
    .select()
    .from(domainIntents)
    .where(and(eq(domainIntents.domainId, id), isNull(domainIntents.settledAt)));
const servers = (...hosts: string[]) => hosts.map((host) => ({ host, addresses: [] as string[] }));

describe("updateDomain", () => {
  it("turns automatic renewal on and off, with its schedule, and asks no registry", async () => {
    const { name, id, ctx } = await setUp();
    const absent = fixture.absentRegistrar();
    const away = { ...ctx, registrars: registrarsOf(absent) };
    const on = await updateDomain(away, { name, patch: { autoRenew: true } });
    expect(on).toMatchObject({ autoRenew: true, renewsAt: expect.any(String) });
    await updateDomain(away, { name, patch: { autoRenew: true } });
    expect(await updateDomain(away, { name, patch: { autoRenew: false } })).toMatchObject({ renewsAt: null });
    await absent.close();
    expect(await historyOf(id)).toEqual([
      ["user", "settings_change", "Auto-renew turned on"],
      ["user", "settings_change", "Auto-renew turned off"],
    ]);
    expect(await auditOf(name)).toEqual(["domain.auto_renew_changed", "domain.auto_renew_changed"]);
  });

  it("locks a domain against transfers and unlocks it, once", async () => {
    const { name, id, ctx } = await setUp();
    expect(await updateDomain(ctx, { name, patch: { locked: true } })).toMatchObject({ locked: true });
    expect((await atRegistry(name)).statuses).toContain("clientTransferProhibited");
    await updateDomain(ctx, { name, patch: { locked: true } });
    expect(await updateDomain(ctx, { name, patch: { locked: false } })).toMatchObject({ locked: false });
    expect(await historyOf(id)).toEqual([
      ["user", "lock_change", "Locked against transfers"],
      ["user", "lock_change", "Unlocked for transfers"],
    ]);
  });

  it("keeps people out of public answers and lets them be seen again, under other handles", async () => {
    const { name, id, ctx, addContact } = await setUp();
    const registrantId = await addContact();
    await changeDomainContacts(ctx, { name, contacts: { registrantId } });
    const hidden = (await atRegistry(name)).contacts.registrant;
    expect(await updateDomain(ctx, { name, patch: { whoisPrivacy: false } })).toMatchObject({
      whoisPrivacy: false,
    });
    expect((await atRegistry(name)).contacts.registrant).not.toBe(hidden);
    await updateDomain(ctx, { name, patch: { whoisPrivacy: true } });
    expect((await atRegistry(name)).contacts.registrant).toBe(hidden);
    expect((await getDomainContacts(ctx, name)).registrant?.id).toBe(registrantId);
    expect((await historyOf(id)).slice(1)).toEqual([
      ["user", "settings_change", "WHOIS privacy turned off"],
      ["user", "settings_change", "WHOIS privacy turned on"],
    ]);
  });

  it("says what a top-level domain does not offer, and which contacts are missing", async () => {
    const { name, ctx } = await setUp({ tld: "de" });
    expect(await problemOf(updateDomain(ctx, { name, patch: { whoisPrivacy: false } }))).toMatchObject({
      code: "not_offered",
    });
    const { name: without, ctx: other } = await setUp();
    expect(
      await problemOf(updateDomain(other, { name: without, patch: { whoisPrivacy: false } })),
    ).toMatchObject({ code: "contacts_missing" });
  });

  it.each([
    ["expired", "domain_expired"],
    ["redemption", "domain_not_active"],
    ["pending_delete", "domain_not_active"],
    ["pending_transfer", "domain_not_active"],
    ["pending", "domain_not_active"],
  ] as const)("changes nothing of a domain that is %s", async (status, code) => {
    const { name, ctx, addContact } = await setUp();
    const registrantId = await addContact();
    await setRow(name, { status });
    const before = await rowOf(name);
    for (const call of [
      () => updateDomain(ctx, { name, patch: { whoisPrivacy: false } }),
      () => changeNameservers(ctx, { name, nameservers: servers("ns1.example.net", "ns2.example.net") }),
      () => changeDomainContacts(ctx, { name, contacts: { registrantId } }),
    ]) {
      expect(await problemOf(call())).toMatchObject({ code, kind: "conflict" });
    }
    expect(await rowOf(name)).toEqual(before);
  });

  it("lets the holder of an expired domain unlock it, so that it can be moved", async () => {
    const { name, ctx } = await setUp();
    await updateDomain(ctx, { name, patch: { locked: true } });
    await setRow(name, { status: "expired", paidUntil: new Date(Date.now() - 86_400_000) });
    expect(await updateDomain(ctx, { name, patch: { locked: false } })).toMatchObject({ locked: false });
  });

  it("says that a domain is locked against changes, whether our row knows it or the registry tells", async () => {
    const { name, id, ctx } = await setUp();
    await fixture.db.$client`
      update registry.domains set statuses = array['serverUpdateProhibited'] where name = ${name}`;
    const change = () =>
      changeNameservers(ctx, { name, nameservers: servers("a.example.net", "b.example.net") });
    expect(await problemOf(change())).toMatchObject({ code: "change_prohibited" });
    expect(await openIntents(id)).toEqual([]);
    await reconcileDomain(fixture.systemCtx, id);
    expect(await problemOf(change())).toMatchObject({ code: "update_prohibited" });
  });

  it("needs the right to write, and a domain that one sees", async () => {
    const { workspace, name, ctx } = await setUp();
    const reader = { ...ctx, ...workspace.ctx("read_only") };
    const { ctx: stranger } = await setUp();
    const member = workspace.ctx("member");
    const limited = { ...ctx, actor: { ...member.actor, domainNames: ["other.com"] } } as ChangeCtx;
    const calls = (asked: ChangeCtx) => [
      () => updateDomain(asked, { name, patch: { autoRenew: true } }),
      () => changeNameservers(asked, { name, nameservers: [] }),
      () => changeDomainContacts(asked, { name, contacts: { registrantId: publicId("con", newId()) } }),
    ];
    for (const call of calls(reader)) {
      expect(await problemOf(call())).toMatchObject({ code: "forbidden" });
    }
    for (const asked of [stranger, limited]) {
      for (const call of [...calls(asked), () => getDomainContacts(asked, name)]) {
        expect(await problemOf(call())).toMatchObject({ code: "not_found" });
      }
    }
  });

  it.each(["locked", "whoisPrivacy"] as const)(
    "changes %s once when the answer is lost, and tells it as the asker's change",
    async (field) => {
      const { name, id, ctx, addContact } = await setUp();
      await changeDomainContacts(ctx, { name, contacts: { registrantId: await addContact() } });
      if (field === "whoisPrivacy") {
        // Its other handle already exists, so the connection breaks at the domain's own command.
        await updateDomain(ctx, { name, patch: { whoisPrivacy: false } });
        await updateDomain(ctx, { name, patch: { whoisPrivacy: true } });
      }
      const before = (await historyOf(id)).length;
      await fixture.registry.causeTrouble({ kind: "drop_after_write", command: "domain:update" });
      const patch = field === "locked" ? { locked: true } : { whoisPrivacy: false };
      expect(await updateDomain(ctx, { name, patch })).toMatchObject(patch);
      expect((await historyOf(id)).slice(before)).toHaveLength(1);
      expect((await historyOf(id)).at(-1)?.[0]).toBe("user");
      expect(await openIntents(id)).toEqual([]);
    },
  );

  it("says that it is not settled while the registry has taken a change and not made it, and tells it later", async () => {
    const { name, id, ctx } = await setUp();
    await fixture.registry.causeTrouble({ kind: "pending", command: "domain:update" });
    expect(await problemOf(updateDomain(ctx, { name, patch: { locked: true } }))).toMatchObject({
      code: "registry_outcome_unknown",
    });
    await fixture.registry.settlePending();
    await syncWithRegistry(fixture.systemCtx, never);
    expect((await getDomain(ctx, name)).locked).toBe(true);
    expect((await historyOf(id)).filter(([, kind]) => kind === "lock_change")).toEqual([
      ["user", "lock_change", "Locked against transfers"],
    ]);
  });

  it("changes nothing where the registry is away", async () => {
    const { name, id, ctx, addContact } = await setUp();
    const registrantId = await addContact();
    const absent = fixture.absentRegistrar();
    const away = { ...ctx, registrars: registrarsOf(absent) };
    for (const call of [
      () => updateDomain(away, { name, patch: { locked: true } }),
      () => changeNameservers(away, { name, nameservers: servers("a.example.net", "b.example.net") }),
      () => changeDomainContacts(away, { name, contacts: { registrantId } }),
    ]) {
      expect(await problemOf(call())).toMatchObject({ code: "registry_unavailable" });
    }
    await absent.close();
    expect(await historyOf(id)).toEqual([]);
    expect(await openIntents(id)).toEqual([]);
  });
});

describe("changeNameservers", () => {
  it("delegates to others, with the addresses of those below the domain, and tells it once", async () => {
    const { workspace, name, id, ctx } = await setUp();
    const nameservers = [
      { host: `ns1.${name}`, addresses: ["2001:DB9:0::1", "203.0.114.5"] },
      { host: "ns9.example.net", addresses: [] },
    ];
    const after = await changeNameservers(ctx, { name, nameservers });
    expect(after.nameservers).toEqual([
      { host: `ns1.${name}`, addresses: ["2001:db9::1", "203.0.114.5"] },
      { host: "ns9.example.net", addresses: [] },
    ]);
    expect((await atRegistry(name)).glue).toEqual([
      { host: `ns1.${name}`, addresses: ["2001:db9::1", "203.0.114.5"] },
    ]);
    // Repeating the request changes nothing, but a new address is a change.
    await changeNameservers(ctx, { name, nameservers });
    await changeNameservers(ctx, {
      name,
      nameservers: [{ host: `ns1.${name}`, addresses: ["203.0.114.6"] }, ...servers("ns9.example.net")],
    });
    expect((await atRegistry(name)).glue[0]?.addresses).toEqual(["203.0.114.6"]);
    expect((await historyOf(id)).map(([who, kind]) => [who, kind])).toEqual([
      ["user", "dns_change"],
      ["user", "dns_change"],
    ]);
    const told = await fixture.db.select().from(events).where(eq(events.workspaceId, workspace.id));
    expect(told.map(({ type }) => type)).toEqual(["domain.nameservers_changed"]);
  });

  it("makes no mix of two changes at once: whoever comes second is told to wait", async () => {
    const { name, ctx } = await setUp();
    await changeNameservers(ctx, { name, nameservers: [] });
    const stale = await rowOf(name);
    let second: unknown;
    const racing = {
      ...ctx,
      registrars: registrarsOf({
        ...fixture.registrar,
        changeNameservers: async (...sent) => {
          second = await problemOf(
            changeNameservers(ctx, { name, nameservers: servers("ns3.example.net", "ns4.example.net") }),
          );
          return fixture.registrar.changeNameservers(...sent);
        },
      }),
    };
    const wanted = servers("ns1.example.net", "ns2.example.net");
    await changeNameservers(racing, { name, nameservers: wanted });
    expect(second).toMatchObject({ kind: "conflict", code: "operation_in_progress" });
    const late = servers("ns5.example.net", "ns6.example.net");
    expect(await problemOf(applyNameservers(ctx, stale, late))).toMatchObject({
      code: "operation_in_progress",
    });
    expect((await atRegistry(name)).nameservers).toEqual(wanted.map(({ host }) => host));
  });

  it("takes all nameservers away", async () => {
    const { name, ctx } = await setUp();
    expect(await changeNameservers(ctx, { name, nameservers: [] })).toMatchObject({ nameservers: [] });
    expect((await atRegistry(name)).nameservers).toEqual([]);
  });

  it.each([
    ["too few", servers("ns1.example.net"), "/nameservers"],
    ["the same twice", servers("ns1.example.net", "ns1.example.net"), "/nameservers/1/host"],
    [
      "an address that it does not need",
      [{ host: "ns1.example.net", addresses: ["203.0.114.5"] }, ...servers("ns2.example.net")],
      "/nameservers/0/addresses",
    ],
  ])("refuses a list with %s, which is pointed at", async (_, nameservers, pointer) => {
    const { name, ctx } = await setUp();
    const problem = await problemOf(changeNameservers(ctx, { name, nameservers }));
    expect(problem.fields?.map((field) => field.pointer)).toContain(pointer);
  });

  it.each([
    ["no address", [], "/nameservers/0/addresses"],
    ["a private address", ["203.0.114.5", "10.0.0.1"], "/nameservers/0/addresses/1"],
    ["a loopback address", ["::1"], "/nameservers/0/addresses/0"],
  ])("refuses a host below the domain with %s", async (_, addresses, pointer) => {
    const { name, ctx } = await setUp();
    const nameservers = [{ host: `ns1.${name}`, addresses }, ...servers("ns2.example.net")];
    const problem = await problemOf(changeNameservers(ctx, { name, nameservers }));
    expect(problem).toMatchObject({ kind: "invalid", fields: [{ pointer }] });
  });

  it("refuses hosts that do not resolve, where they have to, and takes those that nobody could ask about", async () => {
    const { name, id, ctx } = await setUp();
    const asking = {
      ...ctx,
      ...dnsOf({
        "ns1.example.net": { kind: "found", addresses: ["203.0.114.5"] },
        "ns2.example.net": { kind: "unknown" },
        "inside.example.net": { kind: "private_address" },
      }),
    };
    const nameservers = servers("ns1.example.net", "nowhere.example.net", "inside.example.net");
    expect(await problemOf(changeNameservers(asking, { name, nameservers }))).toMatchObject({
      kind: "invalid",
      fields: [
        { pointer: "/nameservers/1/host", message: expect.stringContaining("does not resolve") },
        { pointer: "/nameservers/2/host" },
      ],
    });
    expect(await historyOf(id)).toEqual([]);
    const fine = servers("ns1.example.net", "ns2.example.net");
    expect(await changeNameservers(asking, { name, nameservers: fine })).toMatchObject({
      nameservers: fine,
      warnings: [{ code: "nameserver_unknown", message: expect.stringContaining("ns2.example.net") }],
    });
  });

  it("changes them once when the answer is lost", async () => {
    const { name, id, ctx } = await setUp();
    const nameservers = servers("ns1.example.net", "ns2.example.net");
    await fixture.registry.causeTrouble({ kind: "drop_after_write", command: "domain:update" });
    await changeNameservers(ctx, { name, nameservers });
    expect(await historyOf(id)).toHaveLength(1);
    expect(await openIntents(id)).toEqual([]);
  });
});

describe("changeDomainContacts", () => {
  it("puts people behind a domain, each in their role", async () => {
    const { name, id, ctx, addContact } = await setUp();
    const [registrantId, techId] = [await addContact(), await addContact()];
    expect(await getDomainContacts(ctx, name)).toEqual({ registrant: null, admin: null, tech: null });
    const after = await changeDomainContacts(ctx, { name, contacts: { registrantId, techId } });
    expect(after).toMatchObject({
      registrant: { id: registrantId, domainCount: 1 },
      admin: { id: registrantId },
      tech: { id: techId },
    });
    expect(await getDomainContacts(ctx, name)).toEqual(after);
    const held = await atRegistry(name);
    expect(held.contacts.admin).toBe(held.contacts.registrant);
    expect(held.contacts.tech).not.toBe(held.contacts.registrant);
    await changeDomainContacts(ctx, { name, contacts: { registrantId, techId } });
    expect(await historyOf(id)).toEqual([["user", "contact_change", "Contacts changed"]]);
    expect(await auditOf(name)).toEqual(["domain.contacts_changed"]);
  });

  it("changes them when the answer is lost, once, and whose they are", async () => {
    const { name, id, ctx, addContact } = await setUp();
    const registrantId = await addContact();
    await fixture.registry.causeTrouble({ kind: "drop_after_write", command: "domain:update" });
    await changeDomainContacts(ctx, { name, contacts: { registrantId } });
    expect((await getDomainContacts(ctx, name)).registrant?.id).toBe(registrantId);
    expect(await historyOf(id)).toHaveLength(1);
  });

  it("refuses contacts that are not the workspace's, or that the registry would not have", async () => {
    const { name, ctx, addContact } = await setUp({ tld: "eu" });
    const { addContact: addStrange } = await setUp();
    const swiss = await addContact({ countryCode: "CH", postalCode: "8001" });
    for (const registrantId of [await addStrange(), swiss, publicId("con", newId())]) {
      expect(await problemOf(changeDomainContacts(ctx, { name, contacts: { registrantId } }))).toMatchObject({
        kind: "invalid",
        fields: [{ pointer: "/registrantId" }],
      });
    }
  });

  it("puts nobody behind a domain who is deleted at the same moment", async () => {
    const { name, ctx, addContact } = await setUp();
    const registrantId = await addContact();
    const racing = {
      ...ctx,
      registrars: registrarsOf({
        ...fixture.registrar,
        saveContact: async (...sent) => {
          await fixture.registrar.saveContact(...sent);
          await deleteContact(ctx, registrantId);
        },
      }),
    };
    const before = await atRegistry(name);
    expect(await problemOf(changeDomainContacts(racing, { name, contacts: { registrantId } }))).toMatchObject(
      {
        kind: "invalid",
        fields: [{ pointer: "/registrantId" }],
      },
    );
    expect((await atRegistry(name)).contacts).toEqual(before.contacts);
  });
});
