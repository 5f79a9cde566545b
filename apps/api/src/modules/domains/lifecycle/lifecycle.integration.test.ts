import {
  auditEntries,
  contacts,
  domainHistory,
  domainIntents,
  domainOperations,
  domains,
  events,
} from "@zonepost/db";
import type { RegistrationInput } from "@zonepost/schema";
import { and, asc, eq, isNull } from "drizzle-orm";
import { v7 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createDomainFixture,
  type DomainFixture,
  registrarsOf,
  silentDns,
} from "../../../../test/support/domain-fixture.ts";
import { startApi } from "../../../../test/support/start-api.ts";
import { whole } from "../../../../test/support/whole.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { AppError } from "../../../kernel/errors.ts";
import { newId, publicId } from "../../../kernel/ids.ts";
import { deleteContact } from "../contacts/delete-contact.ts";
import { changeNameservers } from "../nameservers/change-nameservers.ts";
import type { NameserverPorts } from "../nameservers/judge-nameservers.ts";
import { getDomainOperation, listDomainOperations } from "../operations/list-operations.ts";
import { getDomain } from "../portfolio/get-domain-details.ts";
import { listHistory } from "../portfolio/list-history.ts";
import { updateDomain } from "../portfolio/update-domain.ts";
import { type DomainPorts, type Registrar, RegistrarError } from "../ports.ts";
import { syncWithRegistry } from "../registry-sync/sync-with-registry.ts";
import { addDays, addYears } from "../rules/schedule.ts";
import { autoRenewDomain } from "./auto-renew-domain.ts";
import { deleteDomain, previewDeletion } from "./delete-domain.ts";
import { deleteExpiredDomain } from "./delete-expired-domain.ts";
import { processDueDomains } from "./process-due-domains.ts";
import { previewRegistration, registerDomain } from "./register-domain.ts";
import { previewRenewal, renewDomain } from "./renew-domain.ts";
import { previewRestore, restoreDomain } from "./restore-domain.ts";

type Registration = Omit<RegistrationInput, "dryRun">;

let fixture: DomainFixture;
beforeAll(async () => {
  fixture = await createDomainFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const never = new AbortController().signal;
const dayMs = 86_400_000;
const comYearCents = 1188;

/** Nameservers of which one exists and another doesn't. */
const ports: NameserverPorts = {
  dns: {
    ...silentDns,
    readAddresses: async (host) =>
      host.startsWith("missing.") ? { kind: "missing" } : { kind: "found", addresses: ["192.0.2.1"] },
  },
  nameserverRules: { mustResolve: true, isRefusedAddress: (address) => address.startsWith("10.") },
};

type TermCtx = WorkspaceCtx & DomainPorts & NameserverPorts;

const person = {
  name: "Dana Meier",
  email: "dana@example.com",
  phone: "+4930123456",
  street: ["Linienstraße 12"],
  city: "Berlin",
  postalCode: "10178",
  countryCode: "DE",
};

/** A workspace with a contact, whose requests reach the registry. */
async function setUp() {
  const workspace = await fixture.createWorkspace();
  const contactId = newId();
  await fixture.db.insert(contacts).values({
    id: contactId,
    workspaceId: workspace.id,
    ...person,
    createdAt: new Date(),
    updatedAt: new Date(),
  });
  const ctx: TermCtx = { ...workspace.ctx(), registrars: fixture.registrars, ...ports };
  return {
    workspace,
    ctx,
    /** The same, with some of the registrar's methods replaced. */
    withRegistrar: (calls: Partial<Registrar>): TermCtx => ({
      ...ctx,
      registrars: registrarsOf({ ...fixture.registrar, ...calls }),
    }),
    input: (more: Partial<Registration> = {}): Registration => ({
      name: newName(),
      years: 1,
      contacts: { registrantId: publicId("con", contactId) },
      nameservers: [],
      autoRenew: false,
      whoisPrivacy: true,
      ...more,
    }),
  };
}

const servers = (...hosts: string[]) => hosts.map((host) => ({ host, addresses: [] }));
const newName = (tld = "com") => `term-${newId()}.${tld}`;
const rowsOf = (name: string) => fixture.db.select().from(domains).where(eq(domains.name, name));
const rowOf = async (name: string) => {
  const [row] = (await rowsOf(name)).slice(-1);
  if (!row) {
    throw new Error(`there is no row for ${name}`);
  }
  return row;
};
const refusalOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) {
    return error;
  }
  return { kind: error.kind, code: error.code, pointers: error.fields?.map(({ pointer }) => pointer) };
};
const eventTypesOf = async (workspaceId: string) =>
  (
    await fixture.db.select().from(events).where(eq(events.workspaceId, workspaceId)).orderBy(asc(events.id))
  ).map(({ type }) => type);
const operationsOf = (name: string) =>
  fixture.db
    .select()
    .from(domainOperations)
    .where(eq(domainOperations.domainName, name))
    .orderBy(asc(domainOperations.id));
const openIntentsOf = async (name: string) => {
  const { id } = await rowOf(name);
  return (await openIntents()).filter(({ domainId }) => domainId === id);
};
const openIntents = async () =>
  fixture.db.select().from(domainIntents).where(isNull(domainIntents.settledAt));
const heldAt = async (name: string) => {
  const answer = await fixture.registrar.readDomain(name);
  if (answer.kind !== "held") {
    throw new Error(`${name} is ${answer.kind}`);
  }
  return answer.domain;
};
/** As if the sender had ended a minute ago. */
const endLeases = () => fixture.db.update(domainIntents).set({ leasedUntil: new Date(Date.now() - 1000) });
const sync = () => syncWithRegistry(fixture.systemCtx, never);

async function register(
  set: Awaited<ReturnType<typeof setUp>>,
  more: Partial<Registration> = {},
): Promise<string> {
  const input = set.input(more);
  expect((await registerDomain(set.ctx, input)).state).toBe("succeeded");
  return input.name;
}

/** Moves all of a domain's dates back by some days, here and at the registry. */
async function age(name: string, days: number): Promise<void> {
  await fixture.db.$client`
    update registry.domains set created_at = created_at - make_interval(days => ${days}),
      expires_at = expires_at - make_interval(days => ${days}), graces = '[]'
    where name = ${name}`;
  await fixture.db.$client`
    update domains set registered_at = registered_at - make_interval(days => ${days}),
      paid_until = paid_until - make_interval(days => ${days}),
      registry_expires_at = registry_expires_at - make_interval(days => ${days}),
      next_renewal_at = next_renewal_at - make_interval(days => ${days})
    where name = ${name}`;
}

describe("registerDomain", () => {
  it("registers at once: operation, row, history, audit and event in the caller's name, with a schedule", async () => {
    const set = await setUp();
    const input = set.input({ autoRenew: true, years: 2 });
    const done = await registerDomain(set.ctx, input);
    expect(done).toMatchObject({
      kind: "registration",
      state: "succeeded",
      reason: null,
      domainName: input.name,
      years: 2,
      priceCents: 2 * comYearCents,
      currency: "EUR",
      requestedBy: { kind: "user", name: "owner@example.test" },
    });
    const held = await heldAt(input.name);
    const row = await rowOf(input.name);
    expect(row).toMatchObject({ status: "active", autoRenew: true, whoisPrivacy: true });
    expect(row.paidUntil).toEqual(held.registryExpiresAt);
    expect(row.paidUntil).toEqual(addYears(row.registeredAt, 2));
    expect(row.nextRenewalAt).toEqual(new Date(row.paidUntil.getTime() - dayMs / 2));
    expect(row.registrantContactId).not.toBeNull();
    expect(held.contacts.registrant).toBe(row.registryContacts?.registrant);
    expect(await whole(listHistory(set.ctx, input.name))).toMatchObject([
      { kind: "registration", summary: "Registered for 2 years", actor: { kind: "user" } },
    ]);
    expect(await eventTypesOf(set.workspace.id)).toEqual(["domain.registered"]);
    expect(await getDomainOperation(set.ctx, done.id)).toEqual(done);
    const audited = await fixture.db.select().from(auditEntries).where(eq(auditEntries.target, input.name));
    expect(audited).toMatchObject([
      { action: "domain.registered", details: { clTRID: expect.stringMatching(/^zp-/) } },
    ]);
  });

  it("registers with nameservers below the name itself, and their addresses", async () => {
    const set = await setUp();
    const name = newName();
    const nameservers = [
      { host: `ns1.${name}`, addresses: ["192.0.2.1", "2001:db8::1"] },
      { host: "ns2.zonepost-dns.net", addresses: [] },
    ];
    await register(set, { name, nameservers });
    expect((await getDomain(set.ctx, name)).nameservers).toEqual(nameservers);
  });

  it("takes the name itself as its nameserver, with addresses", async () => {
    const set = await setUp();
    const name = newName();
    const nameservers = [
      { host: "ns2.zonepost-dns.net", addresses: [] },
      { host: name, addresses: ["198.51.100.7"] },
    ];
    await register(set, { name, nameservers });
    expect((await getDomain(set.ctx, name)).nameservers).toEqual(nameservers);
    expect(await operationsOf(name)).toMatchObject([{ state: "succeeded", reason: null }]);
  });

  it("says of a name of one's own that one has it, or is about to, and of another workspace's that it is taken", async () => {
    const set = await setUp();
    const name = await register(set);
    const again = set.input({ name, expectedPriceCents: comYearCents });
    expect(await refusalOf(registerDomain(set.ctx, again))).toMatchObject({ code: "already_yours" });
    const other = await setUp();
    const theirs = other.input({ name });
    expect(await refusalOf(registerDomain(other.ctx, theirs))).toMatchObject({ code: "domain_unavailable" });
    await fixture.registry.causeTrouble({ kind: "pending", command: "domain:create" });
    const waiting = set.input();
    await registerDomain(set.ctx, waiting);
    expect(await refusalOf(registerDomain(set.ctx, waiting))).toMatchObject({
      code: "operation_in_progress",
    });
    await fixture.registry.settlePending();
    await sync();
  });

  describe("whose nameservers lie below the name itself", () => {
    const ownHosts = (name: string) =>
      [1, 2].map((n) => ({ host: `ns${n}.${name}`, addresses: [`198.51.100.${n}`] }));
    /** The process ends once the name is registered. */
    const registerAndDie = async (set: Awaited<ReturnType<typeof setUp>>) => {
      const name = newName();
      const dying = set.withRegistrar({ changeNameservers: () => Promise.reject(new Error("killed")) });
      const nameservers = ownHosts(name);
      await registerDomain(dying, set.input({ name, nameservers }));
      expect(await operationsOf(name)).toMatchObject([
        { state: "succeeded", reason: { code: "nameservers_to_come" } },
      ]);
      await endLeases();
      return { name, nameservers };
    };
    const chosen = servers("ns1.zonepost-dns.net", "ns2.zonepost-dns.net");

    it("is delegated by whoever goes on where its process died, in its registrant's name", async () => {
      const set = await setUp();
      const { name, nameservers } = await registerAndDie(set);
      await sync();
      await sync();
      expect((await getDomain(set.ctx, name)).nameservers).toEqual(nameservers);
      expect(await operationsOf(name)).toMatchObject([{ state: "succeeded", reason: null }]);
      expect(await whole(listHistory(set.ctx, name))).toMatchObject([
        { kind: "dns_change", actor: { kind: "user" } },
        { kind: "registration", actor: { kind: "user" } },
      ]);
      expect(await openIntentsOf(name)).toEqual([]);
    });

    it("keeps the nameservers that somebody has set in the meantime", async () => {
      const set = await setUp();
      const { name } = await registerAndDie(set);
      await changeNameservers(set.ctx, { name, nameservers: chosen });
      await sync();
      expect((await getDomain(set.ctx, name)).nameservers).toEqual(chosen);
      expect(await operationsOf(name)).toMatchObject([{ state: "succeeded", reason: null }]);
      expect(await openIntentsOf(name)).toEqual([]);
    });

    it("keeps them whole where the sync goes on while they are being set", async () => {
      const set = await setUp();
      const { name } = await registerAndDie(set);
      const racing = set.withRegistrar({
        changeNameservers: async (...sent) => {
          await sync();
          return fixture.registrar.changeNameservers(...sent);
        },
      });
      await changeNameservers(racing, { name, nameservers: chosen });
      await sync();
      expect((await heldAt(name)).nameservers).toEqual(chosen.map(({ host }) => host));
      expect(await operationsOf(name)).toMatchObject([{ state: "succeeded", reason: null }]);
      expect(await openIntentsOf(name)).toEqual([]);
    });

    it("stays without, where somebody wants none", async () => {
      const set = await setUp();
      const { name } = await registerAndDie(set);
      await changeNameservers(set.ctx, { name, nameservers: [] });
      await sync();
      expect((await heldAt(name)).nameservers).toEqual([]);
      expect(await operationsOf(name)).toMatchObject([{ state: "succeeded", reason: null }]);
    });

    it("credits whoever set the same ones, and lets the next change in at once", async () => {
      const set = await setUp();
      const { name, nameservers } = await registerAndDie(set);
      await changeNameservers(set.ctx, { name, nameservers });
      expect(await openIntentsOf(name)).toEqual([]);
      await changeNameservers(set.ctx, { name, nameservers: chosen });
      expect((await heldAt(name)).nameservers).toEqual(chosen.map(({ host }) => host));
    });

    it("says that they are not set where the registry refuses them, until somebody sets others", async () => {
      const set = await setUp();
      const name = newName();
      const refusing = set.withRegistrar({
        changeNameservers: () => Promise.reject(new RegistrarError("refused", "no such hosts")),
      });
      await registerDomain(refusing, set.input({ name, nameservers: ownHosts(name) }));
      expect(await operationsOf(name)).toMatchObject([
        { state: "succeeded", reason: { code: "nameservers_not_set" } },
      ]);
      expect(await openIntentsOf(name)).toEqual([]);
      await changeNameservers(set.ctx, { name, nameservers: chosen });
      expect(await operationsOf(name)).toMatchObject([{ state: "succeeded", reason: null }]);
    });

    it("is tried again where the registry was away", async () => {
      const set = await setUp();
      const name = newName();
      const nameservers = ownHosts(name);
      const failing = set.withRegistrar({
        changeNameservers: () => Promise.reject(new RegistrarError("unavailable", "not now")),
      });
      await registerDomain(failing, set.input({ name, nameservers }));
      expect(await operationsOf(name)).toMatchObject([{ reason: { code: "nameservers_to_come" } }]);
      await endLeases();
      await sync();
      expect((await getDomain(set.ctx, name)).nameservers).toEqual(nameservers);
      expect(await operationsOf(name)).toMatchObject([{ state: "succeeded", reason: null }]);
    });

    it("says so where the registry took them and then dropped them by notice", async () => {
      const set = await setUp();
      const name = newName();
      const nameservers = ownHosts(name);
      await fixture.registry.causeTrouble({ kind: "pending", command: "domain:update" });
      await registerDomain(set.ctx, set.input({ name, nameservers }));
      await endLeases();
      await fixture.db.$client`
        update registry.pending_commands set xml = replace(xml, ${`ns1.${name}`}, ${`nowhere.${name}`})`;
      await fixture.registry.settlePending();
      await sync();
      expect((await heldAt(name)).nameservers).toEqual([]);
      expect(await openIntentsOf(name)).toEqual([]);
      expect(await operationsOf(name)).toMatchObject([{ reason: { code: "nameservers_not_set" } }]);
    });

    it("is not kept waiting by what others still wait for at the registry", async () => {
      const set = await setUp();
      const waiting = await register(set);
      const { id, paidUntil } = await rowOf(waiting);
      await fixture.db.$client`
        update registry.domains set statuses = ${["pendingRenew"]} where name = ${waiting}`;
      const [operationOfOthers] = await operationsOf(waiting);
      const change = {
        kind: "renew" as const,
        years: 1,
        paidUntil: paidUntil.toISOString(),
        toPaidUntil: addYears(paidUntil, 1).toISOString(),
        toRegistryExpiresAt: addYears(paidUntil, 1).toISOString(),
        year: { priceCents: comYearCents, currency: "EUR" },
      };
      const open = { domainId: id, kind: change.kind, change, operationId: operationOfOthers?.id ?? null };
      await fixture.db.insert(domainIntents).values(
        // More than one run of the sync processes.
        Array.from({ length: 30 }, () => ({
          ...open,
          id: newId(),
          actor: { kind: "system" as const, id: null, name: "system" },
          outcome: "unknown" as const,
          createdAt: new Date(),
          leasedUntil: new Date(Date.now() - 1000),
        })),
      );
      const { name, nameservers } = await registerAndDie(set);
      for (let run = 0; run < 3; run += 1) {
        await sync();
      }
      expect((await heldAt(name)).nameservers).toEqual(nameservers.map(({ host }) => host));
      await fixture.db.delete(domainIntents).where(eq(domainIntents.domainId, id));
    });
  });

  it("says in a dry run what it would cost and all that speaks against it, and does nothing", async () => {
    const set = await setUp();
    const good = set.input({ years: 3 });
    expect(await previewRegistration(set.ctx, good)).toMatchObject({
      kind: "registration",
      wouldSucceed: true,
      years: 3,
      priceCents: 3 * comYearCents,
      currency: "EUR",
      problems: [],
      warnings: [{ code: "no_nameservers" }],
    });
    const bad = set.input({
      name: "taken-name.de",
      years: 3,
      contacts: { registrantId: publicId("con", newId()) },
      nameservers: [{ host: "ns1.elsewhere.net", addresses: ["192.0.2.1"] }],
    });
    const answer = await previewRegistration(set.ctx, bad);
    expect(answer.wouldSucceed).toBe(false);
    expect(answer.problems.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      "invalid_input /years",
      "invalid_input /nameservers",
      "invalid_input /nameservers/0/addresses",
      "invalid_input /contacts/registrantId",
      "domain_unavailable null",
    ]);
    expect(await rowsOf(good.name)).toEqual([]);
    expect(await operationsOf(good.name)).toEqual([]);
  });

  it.each([
    ["a top-level domain that is not on offer", { name: "example.nowhere" }, "/name"],
    ["a name below a registrable one", { name: "www.example.com" }, "/name"],
    ["a label that is too short", { name: "ab.com" }, "/name"],
    ["more years than the top-level domain has", { name: newName("de"), years: 3 }, "/years"],
    ["a single nameserver", { nameservers: [{ host: "ns1.x.net", addresses: [] }] }, "/nameservers"],
    [
      "a nameserver that does not resolve",
      { nameservers: ["missing.x.net", "ns2.x.net"].map((host) => ({ host, addresses: [] })) },
      "/nameservers/0/host",
    ],
    [
      "a contact of nobody's",
      { contacts: { registrantId: publicId("con", newId()) } },
      "/contacts/registrantId",
    ],
  ] as const)("refuses %s", async (_what, more, pointer) => {
    const set = await setUp();
    const refusal = await refusalOf(registerDomain(set.ctx, set.input(more as Partial<Registration>)));
    expect(refusal).toMatchObject({ code: "invalid_input", pointers: [pointer] });
  });

  it("refuses a name that is taken, a price that has changed, and a dear name whose price was not named", async () => {
    const set = await setUp();
    const attempt = (more: Partial<Registration>) => refusalOf(registerDomain(set.ctx, set.input(more)));
    expect(await attempt({ name: "taken-name.com" })).toMatchObject({ code: "domain_unavailable" });
    expect(await attempt({ expectedPriceCents: 1 })).toMatchObject({
      kind: "conflict",
      code: "price_changed",
    });
    const name = `premium-${newId()}.com`;
    expect(await attempt({ name })).toMatchObject({ pointers: ["/expectedPriceCents"] });
    expect((await previewRegistration(set.ctx, set.input({ name }))).warnings).toContainEqual({
      code: "premium_name",
      message: expect.stringMatching(/Renewal costs \d+\.\d\d EUR a year/),
    });
    const unseen = await previewRegistration(set.ctx, set.input({ name }));
    expect(unseen.problems).toMatchObject([{ code: "invalid_input", pointer: "/expectedPriceCents" }]);
    expect(await previewRegistration(set.ctx, set.input({ name }), { asksForPrice: true })).toMatchObject({
      wouldSucceed: true,
      priceCents: 25 * comYearCents,
      problems: [],
    });
    expect(await attempt({ name, expectedPriceCents: 25 * comYearCents })).toBeUndefined();
    expect((await heldAt(name)).name).toBe(name);
  });

  it("lets one of two registrations of a name through, whoever asks, and tells the other that it is taken", async () => {
    const [one, other] = [await setUp(), await setUp()];
    const name = newName();
    const outcomes = await Promise.all(
      [one, one, other].map((set) => refusalOf(registerDomain(set.ctx, set.input({ name })))),
    );
    expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(1);
    const toOneself = expect.toBeOneOf(["domain_unavailable", "operation_in_progress", "already_yours"]);
    for (const [at, outcome] of outcomes.entries()) {
      if (outcome) {
        expect(outcome).toMatchObject({ code: at === 2 ? "domain_unavailable" : toOneself });
      }
    }
    expect((await rowsOf(name)).filter(({ status }) => status === "active")).toHaveLength(1);
  });

  it("takes no contact that is deleted while it is on its way to the registry", async () => {
    const set = await setUp();
    const input = set.input();
    const { registrantId } = input.contacts;
    const ctx = set.withRegistrar({
      saveContact: async (...sent) => {
        await fixture.registrar.saveContact(...sent);
        await deleteContact(set.ctx, registrantId);
      },
    });
    expect(await refusalOf(registerDomain(ctx, input))).toMatchObject({
      code: "invalid_input",
      pointers: ["/contacts/registrantId"],
    });
    expect(await rowsOf(input.name)).toEqual([]);
  });

  it("leaves nothing half-done where the registry refuses: the operation failed, the name free for another try", async () => {
    const set = await setUp();
    const input = set.input();
    await fixture.registry.causeTrouble({ kind: "answer", command: "domain:create", code: 2400 });
    expect(await refusalOf(registerDomain(set.ctx, input))).toMatchObject({
      kind: "unavailable",
      code: "registry_failed",
    });
    expect(await rowOf(input.name)).toMatchObject({ status: "deleted" });
    expect(await operationsOf(input.name)).toMatchObject([
      { state: "failed", reason: { code: "registry_failed" } },
    ]);
    expect(await eventTypesOf(set.workspace.id)).toEqual([]);
    expect((await registerDomain(set.ctx, input)).state).toBe("succeeded");
  });

  it("says that the registry is away, having done nothing", async () => {
    const set = await setUp();
    const absent = fixture.absentRegistrar();
    const ctx = { ...set.ctx, registrars: registrarsOf(absent) };
    const input = set.input();
    expect(await refusalOf(registerDomain(ctx, input))).toMatchObject({ code: "registry_unavailable" });
    expect(await rowsOf(input.name)).toEqual([]);
    await absent.close();
  });

  it("knows of a registration whose answer was lost, without asking for it twice", async () => {
    const set = await setUp();
    const input = set.input();
    await fixture.registry.causeTrouble({ kind: "drop_after_write", command: "domain:create" });
    expect((await registerDomain(set.ctx, input)).state).toBe("succeeded");
    expect(await eventTypesOf(set.workspace.id)).toEqual(["domain.registered"]);
  });

  it("stays pending where the answer is lost and the name is not there yet, until it cannot come any more", async () => {
    const set = await setUp();
    const input = set.input();
    await fixture.registry.causeTrouble({ kind: "drop_before", command: "domain:create" });
    const begun = await registerDomain(set.ctx, input);
    expect(begun.state).toBe("pending");
    expect((await getDomain(set.ctx, input.name)).explanation.code).toBe("pending_registration");
    await sync();
    expect((await getDomainOperation(set.ctx, begun.id)).state).toBe("pending");
    await endLeases();
    await sync();
    expect(await getDomainOperation(set.ctx, begun.id)).toMatchObject({
      state: "failed",
      reason: { code: "not_registered" },
    });
    expect(await rowOf(input.name)).toMatchObject({ status: "deleted" });
  });

  it("waits with the registry where it registers later, and announces the domain when it is there", async () => {
    const set = await setUp();
    const input = set.input();
    await fixture.registry.causeTrouble({ kind: "pending", command: "domain:create" });
    const begun = await registerDomain(set.ctx, input);
    expect(begun.state).toBe("pending");
    await endLeases();
    await sync();
    expect((await getDomainOperation(set.ctx, begun.id)).state).toBe("pending");
    expect(await eventTypesOf(set.workspace.id)).toEqual([]);
    await fixture.registry.settlePending();
    await sync();
    expect((await getDomainOperation(set.ctx, begun.id)).state).toBe("succeeded");
    expect(await rowOf(input.name)).toMatchObject({ status: "active" });
    expect(await eventTypesOf(set.workspace.id)).toEqual(["domain.registered"]);
  });
});

describe("renewDomain", () => {
  const renewal = async (name: string, more: { years?: number; expectedPriceCents?: number } = {}) => ({
    name,
    years: 1,
    currentExpiresAt: (await rowOf(name)).paidUntil.toISOString(),
    ...more,
  });

  it("renews by years from the date that the caller saw, once however often it is repeated", async () => {
    const set = await setUp();
    const name = await register(set);
    const before = await rowOf(name);
    const input = await renewal(name, { years: 2 });
    expect(await renewDomain(set.ctx, input)).toMatchObject({
      kind: "renewal",
      state: "succeeded",
      priceCents: 2 * comYearCents,
    });
    const row = await rowOf(name);
    expect(row.paidUntil).toEqual(addYears(before.paidUntil, 2));
    expect((await heldAt(name)).registryExpiresAt).toEqual(row.paidUntil);
    expect(await refusalOf(renewDomain(set.ctx, input))).toMatchObject({ code: "expiry_changed" });
    expect(await whole(listHistory(set.ctx, name))).toMatchObject([
      { kind: "renewal", summary: "Renewed for 2 years" },
      { kind: "registration" },
    ]);
  });

  it("lets one of three renewals at once through", async () => {
    const set = await setUp();
    const name = await register(set);
    const before = await rowOf(name);
    const input = await renewal(name);
    const outcomes = await Promise.all(
      Array.from({ length: 3 }, () => refusalOf(renewDomain(set.ctx, input))),
    );
    expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(1);
    expect((await heldAt(name)).registryExpiresAt).toEqual(addYears(before.paidUntil, 1));
    expect((await rowOf(name)).paidUntil).toEqual(addYears(before.paidUntil, 1));
  });

  it("shows in a dry run the price, the new date, and what speaks against it", async () => {
    const set = await setUp();
    const name = await register(set);
    const before = await rowOf(name);
    const asked = await renewal(name);
    expect(await previewRenewal(set.ctx, asked)).toMatchObject({
      wouldSucceed: true,
      priceCents: comYearCents,
      expiresAt: addYears(before.paidUntil, 1).toISOString(),
    });
    const bad = { ...asked, years: 10, currentExpiresAt: "2030-01-01T00:00:00.000Z" };
    expect((await previewRenewal(set.ctx, bad)).problems).toMatchObject([{ code: "expiry_changed" }]);
    expect((await rowOf(name)).paidUntil).toEqual(before.paidUntil);
  });

  it("refuses years beyond what the registry takes, another price, and a domain in another status", async () => {
    const set = await setUp();
    const name = await register(set);
    const attempt = async (more: object) =>
      refusalOf(renewDomain(set.ctx, { ...(await renewal(name)), ...more }));
    expect(await attempt({ years: 10 })).toMatchObject({ code: "invalid_input", pointers: ["/years"] });
    expect(await attempt({ expectedPriceCents: 1 })).toMatchObject({ code: "price_changed" });
    await fixture.db.update(domains).set({ status: "redemption" }).where(eq(domains.name, name));
    expect(await attempt({})).toMatchObject({ code: "wrong_status" });
  });

  it("answers for a domain of another workspace as for none", async () => {
    const set = await setUp();
    const name = await register(set);
    const stranger = await setUp();
    const missing = { ...(await renewal(name)), name: newName() };
    expect(await refusalOf(renewDomain(stranger.ctx, await renewal(name)))).toMatchObject({
      code: "not_found",
    });
    expect(await refusalOf(renewDomain(stranger.ctx, missing))).toMatchObject({ code: "not_found" });
    const reader = { ...set.ctx, ...set.workspace.ctx("read_only") };
    expect(await refusalOf(renewDomain(reader, await renewal(name)))).toMatchObject({ code: "forbidden" });
  });

  it("sends only the years that the registry has not renewed by itself, and no command where none is missing", async () => {
    const set = await setUp();
    const name = await register(set);
    await age(name, 375);
    const before = await rowOf(name);
    await fixture.db.update(domains).set({ status: "expired" }).where(eq(domains.name, name));
    expect((await heldAt(name)).registryExpiresAt).toEqual(addYears(before.paidUntil, 1));
    let sent = 0;
    const counting = set.withRegistrar({
      renewDomain: (input, options) => {
        sent += input.years;
        return fixture.registrar.renewDomain(input, options);
      },
    });
    expect(await renewDomain(counting, await renewal(name))).toMatchObject({
      state: "succeeded",
      priceCents: comYearCents,
    });
    expect(sent).toBe(0);
    expect(await rowOf(name)).toMatchObject({ status: "active", paidUntil: addYears(before.paidUntil, 1) });
    expect((await renewDomain(counting, await renewal(name, { years: 2 }))).state).toBe("succeeded");
    expect(sent).toBe(2);
    expect((await heldAt(name)).registryExpiresAt).toEqual((await rowOf(name)).paidUntil);
  });

  it("bills a lost answer once: the registry is looked at before anything is repeated", async () => {
    const set = await setUp();
    const name = await register(set);
    const before = await rowOf(name);
    await fixture.registry.causeTrouble({ kind: "drop_after_write", command: "domain:renew" });
    expect((await renewDomain(set.ctx, await renewal(name))).state).toBe("succeeded");
    expect((await heldAt(name)).registryExpiresAt).toEqual(addYears(before.paidUntil, 1));
    expect((await rowOf(name)).paidUntil).toEqual(addYears(before.paidUntil, 1));
  });

  it("goes on with what no answer came to, once it cannot be on its way any more, and bills it once", async () => {
    const set = await setUp();
    const name = await register(set);
    const before = await rowOf(name);
    await fixture.registry.causeTrouble({ kind: "drop_before", command: "domain:renew" });
    const begun = await renewDomain(set.ctx, await renewal(name));
    expect(begun.state).toBe("pending");
    expect(await refusalOf(renewDomain(set.ctx, await renewal(name)))).toMatchObject({
      code: "operation_in_progress",
    });
    await sync();
    expect((await heldAt(name)).registryExpiresAt).toEqual(before.paidUntil);
    await endLeases();
    await Promise.all([sync(), sync()]);
    expect((await getDomainOperation(set.ctx, begun.id)).state).toBe("succeeded");
    expect((await heldAt(name)).registryExpiresAt).toEqual(addYears(before.paidUntil, 1));
    expect((await rowOf(name)).paidUntil).toEqual(addYears(before.paidUntil, 1));
  });

  it("goes on with it however many other changes are still looked for", async () => {
    const set = await setUp();
    const { id: otherId } = await rowOf(await register(set));
    const name = await register(set);
    await fixture.db.insert(domainIntents).values(
      Array.from({ length: 30 }, () => ({
        id: newId(),
        domainId: otherId,
        kind: "change_lock" as const,
        change: { kind: "change_lock" as const, locked: true },
        actor: { kind: "system" as const, id: null, name: "test" },
        createdAt: new Date(),
        outcome: "unknown" as const,
        leasedUntil: new Date(),
      })),
    );
    const { paidUntil } = await rowOf(name);
    const lost = set.withRegistrar({
      renewDomain: () => Promise.reject(new RegistrarError("outcome_unknown", "no answer came")),
    });
    const input = { name, years: 1, currentExpiresAt: paidUntil.toISOString() };
    expect((await renewDomain(lost, input)).state).toBe("pending");
    await endLeases();
    await sync();
    expect((await rowOf(name)).paidUntil).toEqual(addYears(paidUntil, 1));
    await fixture.db.delete(domainIntents).where(eq(domainIntents.domainId, otherId));
  });

  it("gives up after an hour what the registry never did, and says so", async () => {
    const set = await setUp();
    const name = await register(set);
    const before = await rowOf(name);
    await fixture.registry.causeTrouble({ kind: "drop_before", command: "domain:renew" });
    const begun = await renewDomain(set.ctx, await renewal(name));
    const anHourAgo = v7({ msecs: Date.now() - 3_700_000 });
    await fixture.db
      .update(domainIntents)
      .set({ id: anHourAgo, leasedUntil: new Date(Date.now() - 1000) })
      .where(and(eq(domainIntents.domainId, before.id), isNull(domainIntents.settledAt)));
    await sync();
    expect(await getDomainOperation(set.ctx, begun.id)).toMatchObject({
      state: "failed",
      reason: { code: "not_carried_out" },
    });
    expect((await rowOf(name)).paidUntil).toEqual(before.paidUntil);
  });

  it("waits for a registry that renews later", async () => {
    const set = await setUp();
    const name = await register(set);
    const before = await rowOf(name);
    await fixture.registry.causeTrouble({ kind: "pending", command: "domain:renew" });
    const begun = await renewDomain(set.ctx, await renewal(name));
    expect(begun.state).toBe("pending");
    await fixture.registry.settlePending();
    await sync();
    expect((await getDomainOperation(set.ctx, begun.id)).state).toBe("succeeded");
    expect((await rowOf(name)).paidUntil).toEqual(addYears(before.paidUntil, 1));
  });

  it("is not sent again where the registry took it and refused it by notice", async () => {
    const set = await setUp();
    const name = await register(set);
    const before = await rowOf(name);
    await fixture.registry.causeTrouble({ kind: "pending", command: "domain:renew" });
    const begun = await renewDomain(set.ctx, await renewal(name));
    await fixture.db.$client`
      update registry.pending_commands
      set xml = regexp_replace(xml, '<domain:curExpDate>[^<]*', '<domain:curExpDate>2031-01-01')`;
    await endLeases();
    await fixture.registry.settlePending();
    await sync();
    await sync();
    expect(await getDomainOperation(set.ctx, begun.id)).toMatchObject({ state: "failed" });
    expect((await heldAt(name)).registryExpiresAt).toEqual(before.registryExpiresAt);
    expect(await openIntentsOf(name)).toEqual([]);
  });

  it("has the operation failed and says why where the registry refuses", async () => {
    const set = await setUp();
    const name = await register(set);
    await fixture.registry.causeTrouble({ kind: "answer", command: "domain:renew", code: 2304 });
    expect(await refusalOf(renewDomain(set.ctx, await renewal(name)))).toMatchObject({
      code: "change_prohibited",
    });
    expect((await operationsOf(name)).at(-1)).toMatchObject({
      state: "failed",
      reason: { code: "change_prohibited" },
    });
  });
});

describe("deleteDomain and restoreDomain", () => {
  const deletion = (name: string) => ({ name, confirmName: name });

  it("says before that a name whose hosts serve another domain of the workspace cannot be deleted", async () => {
    const set = await setUp();
    const name = newName();
    const own = [1, 2].map((n) => ({ host: `ns${n}.${name}`, addresses: [`198.51.100.${n}`] }));
    await register(set, { name, nameservers: own });
    await register(set, { nameservers: servers(...own.map(({ host }) => host)) });
    expect(await previewDeletion(set.ctx, deletion(name))).toMatchObject({
      wouldSucceed: false,
      problems: [{ code: "domain_in_use" }],
    });
    expect(await refusalOf(deleteDomain(set.ctx, deletion(name)))).toMatchObject({ code: "domain_in_use" });
    expect(await heldAt(name)).toMatchObject({ nameservers: own.map(({ host }) => host) });
  });

  it("frees a name at once in the days after its registration, and says so before", async () => {
    const set = await setUp();
    const name = await register(set);
    const asked = deletion(name);
    expect(await previewDeletion(set.ctx, asked)).toMatchObject({
      wouldSucceed: true,
      warnings: [{ code: "free_at_once" }],
    });
    expect(await deleteDomain(set.ctx, deletion(name))).toMatchObject({
      kind: "deletion",
      state: "succeeded",
    });
    expect(await rowOf(name)).toMatchObject({ status: "deleted" });
    expect(await fixture.registrar.readDomain(name)).toEqual({ kind: "unregistered" });
    await register(set, { name });
  });

  it("takes the domain's name and a fresh session, and no status but those in which there is something to delete", async () => {
    const set = await setUp();
    const name = await register(set);
    expect(
      await refusalOf(deleteDomain(set.ctx, { ...deletion(name), confirmName: newName() })),
    ).toMatchObject({ pointers: ["/confirmName"] });
    const { actor } = set.ctx;
    const stale = {
      ...set.ctx,
      actor: actor.kind === "user" ? { ...actor, confirmedAt: new Date(Date.now() - 3_600_000) } : actor,
    };
    expect(await refusalOf(deleteDomain(stale, deletion(name)))).toMatchObject({ code: "step_up_required" });
    // A dry run changes nothing, so it only requires the right.
    expect((await previewDeletion(stale, deletion(name))).wouldSucceed).toBe(true);
    const member = { ...set.ctx, ...set.workspace.ctx("member") };
    expect(await refusalOf(previewDeletion(member, deletion(name)))).toMatchObject({
      code: "forbidden",
    });
    expect(await refusalOf(deleteDomain(member, deletion(name)))).toMatchObject({ code: "forbidden" });
    expect(await refusalOf(restoreDomain(set.ctx, { name }))).toMatchObject({
      code: "wrong_status",
    });
    expect((await rowOf(name)).status).toBe("active");
  });

  // Only one of them requires a report with the restore.
  it.each(["com", "de"])(
    "lets a .%s domain go into redemption and brings it back with a year that is paid for with it",
    async (tld) => {
      const set = await setUp();
      const name = await register(set, { name: newName(tld) });
      await age(name, 100);
      expect((await deleteDomain(set.ctx, deletion(name))).state).toBe("succeeded");
      const gone = await rowOf(name);
      expect(gone).toMatchObject({ status: "redemption", nextNoticeAt: null, nextRenewalAt: null });
      expect(gone.statusEndsAt).toEqual(gone.nextLookAt);
      expect((await getDomain(set.ctx, name)).explanation).toMatchObject({
        code: "in_redemption",
        nextActor: "you",
      });
      const asked = await previewRestore(set.ctx, { name });
      expect(asked).toMatchObject({ wouldSucceed: true, kind: "restore" });
      const back = await restoreDomain(set.ctx, { name, expectedPriceCents: asked.priceCents ?? 0 });
      expect(back).toMatchObject({ kind: "restore", state: "succeeded", priceCents: asked.priceCents });
      const row = await rowOf(name);
      expect(row).toMatchObject({ status: "active", paidUntil: addYears(gone.paidUntil, 1) });
      expect(row.paidUntil.toISOString()).toBe(asked.expiresAt);
      expect((await heldAt(name)).registryExpiresAt).toEqual(row.paidUntil);
      expect(await openIntentsOf(row.name)).toEqual([]);
    },
  );

  it("sends a report that was lost, and pays for no second restore", async () => {
    const set = await setUp();
    const name = await register(set);
    await age(name, 100);
    await deleteDomain(set.ctx, deletion(name));
    await fixture.registrar
      .restoreDomain({ name, before: await heldAt(name), deletedAt: new Date(), restoredAt: new Date() })
      .catch(() => {});
    await fixture.db.$client`
      update registry.domains set phase = 'pending_restore', phase_ends_at = now() + interval '7 days'
      where name = ${name}`;
    expect((await restoreDomain(set.ctx, { name })).state).toBe("succeeded");
    expect((await rowOf(name)).status).toBe("active");
  });

  it("knows of a restore whose answer was lost, and has it once", async () => {
    const set = await setUp();
    const name = await register(set);
    await age(name, 100);
    await deleteDomain(set.ctx, deletion(name));
    const gone = await rowOf(name);
    await fixture.registry.causeTrouble({ kind: "drop_after_write", command: "domain:renew" });
    expect((await restoreDomain(set.ctx, { name })).state).toBe("succeeded");
    expect((await rowOf(name)).paidUntil).toEqual(addYears(gone.paidUntil, 1));
    expect((await heldAt(name)).registryExpiresAt).toEqual(addYears(gone.paidUntil, 1));
  });
});

describe("what is due", () => {
  const systemCtx = (registrar: Registrar = fixture.registrar) => ({
    ...fixture.systemCtx,
    registrars: registrarsOf(registrar),
  });
  const due = async (name: string, column: "nextRenewalAt" | "nextDeletionAt") =>
    fixture.db
      .update(domains)
      .set({ [column]: new Date(Date.now() - 60_000) })
      .where(eq(domains.name, name));
  const renewDue = (ctx = systemCtx()) =>
    processDueDomains(ctx, "nextRenewalAt", never, (row) => autoRenewDomain(ctx, row));
  const letGoDue = (ctx = systemCtx()) =>
    processDueDomains(ctx, "nextDeletionAt", never, (row) => deleteExpiredDomain(ctx, row));

  it("does not let automatic renewal be turned on for a domain that is just being let go", async () => {
    const set = await setUp();
    const name = await register(set);
    await fixture.db.update(domains).set({ status: "expired" }).where(eq(domains.name, name));
    await due(name, "nextDeletionAt");
    const turnOn = () => updateDomain(set.ctx, { name, patch: { autoRenew: true } });
    let refusal: unknown;
    await letGoDue(
      systemCtx({
        ...fixture.registrar,
        readDomain: async (asked) => {
          refusal ??= await refusalOf(turnOn());
          return fixture.registrar.readDomain(asked);
        },
      }),
    );
    expect(refusal).toMatchObject({ code: "operation_in_progress" });
    expect((await rowOf(name)).status).toBe("deleted");
  });

  it("renews what is due for a year, once with three workers at it", async () => {
    const set = await setUp();
    const name = await register(set, { autoRenew: true });
    const before = await rowOf(name);
    await due(name, "nextRenewalAt");
    await Promise.all([renewDue(), renewDue(), renewDue()]);
    const row = await rowOf(name);
    expect(row.paidUntil).toEqual(addYears(before.paidUntil, 1));
    expect((await heldAt(name)).registryExpiresAt).toEqual(row.paidUntil);
    expect(row).toMatchObject({
      workLeasedUntil: null,
      nextRenewalAt: new Date(row.paidUntil.getTime() - dayMs / 2),
    });
    expect((await whole(listHistory(set.ctx, name)))[0]).toMatchObject({
      kind: "renewal",
      actor: { kind: "system" },
    });
  });

  it("tells once a day that an automatic renewal failed, tries again each hour, and a day later where it is forbidden", async () => {
    const set = await setUp();
    const name = await register(set, { autoRenew: true });
    const away = systemCtx({
      ...fixture.registrar,
      checkAvailability: () => Promise.reject(new RegistrarError("unavailable", "nobody answers")),
    });
    for (let hour = 0; hour < 3; hour += 1) {
      await due(name, "nextRenewalAt");
      await renewDue(away);
    }
    const failures = await fixture.db
      .select()
      .from(domainHistory)
      .where(and(eq(domainHistory.domainId, (await rowOf(name)).id), eq(domainHistory.kind, "renewal")));
    expect(failures.map(({ summary }) => summary)).toEqual([
      expect.stringMatching(/^Auto-renewal failed: The registry isn't responding/),
    ]);
    const waits = async () => ((await rowOf(name)).nextRenewalAt?.getTime() ?? 0) - Date.now();
    expect(await waits()).toBeGreaterThan(3_000_000);
    expect(await waits()).toBeLessThan(3_700_000);
    await due(name, "nextRenewalAt");
    await fixture.registry.causeTrouble({ kind: "answer", command: "domain:renew", code: 2304 });
    await renewDue();
    expect(await waits()).toBeGreaterThan(23 * 3_600_000);
  });

  it("takes over from a worker that died before the registry heard of it, and from one that died after", async () => {
    for (const isSent of [false, true]) {
      const set = await setUp();
      const name = await register(set, { autoRenew: true });
      const before = await rowOf(name);
      await due(name, "nextRenewalAt");
      const dying = systemCtx({
        ...fixture.registrar,
        async renewDomain(input, options) {
          if (isSent) {
            await fixture.registrar.renewDomain(input, options);
          }
          throw new TypeError("the worker is killed");
        },
      });
      await renewDue(dying);
      expect((await operationsOf(name)).at(-1)).toMatchObject({ kind: "renewal", state: "pending" });
      await due(name, "nextRenewalAt");
      await endLeases();
      await renewDue();
      expect((await operationsOf(name)).map(({ state }) => state)).toEqual(["succeeded", "succeeded"]);
      expect((await rowOf(name)).paidUntil).toEqual(addYears(before.paidUntil, 1));
      expect((await heldAt(name)).registryExpiresAt).toEqual(addYears(before.paidUntil, 1));
    }
  });

  it("lets go what nobody renewed, once, and not what somebody renews at the same moment", async () => {
    const set = await setUp();
    const name = await register(set);
    await age(name, 396);
    await fixture.db.update(domains).set({ status: "expired" }).where(eq(domains.name, name));
    await due(name, "nextDeletionAt");
    const { paidUntil } = await rowOf(name);
    const renewal = { name, years: 1, currentExpiresAt: paidUntil.toISOString() };
    const [refusal] = await Promise.all([refusalOf(renewDomain(set.ctx, renewal)), letGoDue(), letGoDue()]);
    const row = await rowOf(name);
    if (refusal === undefined) {
      expect(row).toMatchObject({ status: "active", nextDeletionAt: null });
    } else {
      expect(row.status).toBe("redemption");
    }
    const kinds = (await operationsOf(name)).filter(({ state }) => state === "succeeded");
    expect(kinds).toHaveLength(2);
    expect(await openIntents()).not.toContainEqual(expect.objectContaining({ domainId: row.id }));
  });
});

describe("over REST and tRPC", () => {
  it("answers a dry run 200 and an operation 201, the same once more for its key, and problems by their status", async () => {
    await using api = await startApi();
    const workspace = await api.createWorkspace();
    const { cookie } = workspace.owner;
    const contact = await api.call({ method: "POST", path: "/contacts", cookie, body: person });
    const name = newName();
    const body = { name, contacts: { registrantId: contact.json.id }, expectedPriceCents: comYearCents };
    const post = (path: string, sent: object, headers: Record<string, string> = {}) =>
      api.call({ method: "POST", path, cookie, body: sent, headers });

    const tried = await post("/domains", { ...body, dryRun: true });
    expect([tried.status, tried.json.wouldSucceed]).toEqual([200, true]);
    const key = { "idempotency-key": "register-once" };
    const done = await post("/domains", body, key);
    expect([done.status, done.json.state]).toEqual([201, "succeeded"]);
    const again = await post("/domains", body, key);
    expect([again.status, again.json, again.headers["idempotency-replayed"]]).toEqual([
      201,
      done.json,
      "true",
    ]);
    expect((await post("/domains", body)).json).toMatchObject({ status: 409, code: "already_yours" });

    const read = await api.call({ path: `/domains/${name}`, cookie });
    expect(read.json).toMatchObject({ name, status: "active", explanation: { code: "active_auto_renew" } });
    const { expiresAt } = read.json;
    const renew = (sent: object) => post(`/domains/${name}/renew`, { currentExpiresAt: expiresAt, ...sent });
    expect((await renew({ years: 11 })).json).toMatchObject({ status: 422, errors: [{ pointer: "/years" }] });
    expect((await renew({ years: 10 })).json).toMatchObject({ status: 422, errors: [{ pointer: "/years" }] });
    expect((await renew({ expectedPriceCents: 1 })).json).toMatchObject({
      status: 409,
      code: "price_changed",
    });
    expect((await renew({})).status).toBe(201);
    expect((await renew({})).json).toMatchObject({ status: 409, code: "expiry_changed" });
    expect((await post(`/domains/${newName()}/restore`, {})).status).toBe(404);
    expect((await api.call({ method: "POST", path: "/domains", body })).status).toBe(401);
    const listed = await api.call({ path: `/domain-operations?name=${name}&state=failed`, cookie });
    expect([listed.status, listed.json]).toEqual([200, []]);
    const details = await api.call({
      path: `/trpc/domains.get?input=${encodeURIComponent(JSON.stringify({ name }))}`,
      cookie,
    });
    expect(details.json.result.data).toMatchObject({ name, mailPlanSlug: null, operation: null });
  });
});

describe("operations and details", () => {
  it("lists a workspace's own operations, newest first, by name and state, page by page", async () => {
    const set = await setUp();
    const names = [await register(set), await register(set)];
    const all = await whole(listDomainOperations(set.ctx, {}));
    expect(all.map(({ domainName }) => domainName)).toEqual([...names].reverse());
    expect(await whole(listDomainOperations(set.ctx, { name: names[0] ?? "" }))).toHaveLength(1);
    expect(await whole(listDomainOperations(set.ctx, { state: "failed" }))).toEqual([]);
    const page = await listDomainOperations(set.ctx, { limit: 1 });
    expect(page).toMatchObject({ page: [{ domainName: names[1] }], nextCursor: expect.any(String) });
    const stranger = await setUp();
    expect(await whole(listDomainOperations(stranger.ctx, {}))).toEqual([]);
    expect(await refusalOf(getDomainOperation(stranger.ctx, all[0]?.id ?? ""))).toMatchObject({
      code: "not_found",
    });
  });

  it("shows when a domain renews by itself, or when it is let go", async () => {
    const set = await setUp();
    const [kept, left] = [await register(set, { autoRenew: true }), await register(set)];
    const [row, other] = [await rowOf(kept), await rowOf(left)];
    expect(await getDomain(set.ctx, kept)).toMatchObject({
      renewsAt: row.nextRenewalAt?.toISOString(),
      deletesAt: null,
      explanation: { code: "active_auto_renew", nextActor: "zonepost" },
      operation: null,
      locked: false,
    });
    expect(await getDomain(set.ctx, left)).toMatchObject({
      renewsAt: null,
      deletesAt: addDays(other.paidUntil, 30).toISOString(),
      explanation: { code: "active", nextActor: "you" },
    });
  });
});
