import { auditEntries, domainIntents } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  eventTypesOf,
  fixture,
  heldAt,
  newName,
  openIntentsOf,
  refusalOf,
  registrarsOf,
  rowOf,
  rowsOf,
  servers,
  useDomainFixture,
} from "../../../../test/support/domains/domain-fixture.ts";
import {
  comYearCents,
  endLeases,
  operationsOf,
  type Registration,
  register,
  setUp,
  sync,
} from "../../../../test/support/domains/lifecycle.ts";
import { holdClock } from "../../../../test/support/stopped-clock.ts";
import { whole } from "../../../../test/support/whole.ts";
import { newId, publicId } from "../../../kernel/ids.ts";
import { deleteContact } from "../contacts/delete-contact.ts";
import { listHistory } from "../history/list-history.ts";
import { changeNameservers } from "../nameservers/change-nameservers.ts";
import { getDomainOperation } from "../operations/list-operations.ts";
import { getDomain } from "../portfolio/get-domain-details.ts";
import { updateDomain } from "../portfolio/update-domain.ts";
import { RegistrarError } from "../ports.ts";
import { addDays, addYears } from "../rules/schedule.ts";
import { previewRegistration, registerDomain } from "./register-domain.ts";

useDomainFixture();
afterEach(() => {
  vi.useRealTimers();
});

describe("registerDomain", () => {
  it("registers immediately: operation, row, history, audit and event attributed to the caller, with a schedule", async () => {
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
    expect(row.nextRenewalAt).toEqual(addDays(row.paidUntil, -14));
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

  it("registers with nameservers under the name itself, and their addresses", async () => {
    const set = await setUp();
    const name = newName();
    const nameservers = [
      { host: `ns1.${name}`, addresses: ["192.0.2.1", "2001:db8::1"] },
      { host: "ns2.zonepost-dns.net", addresses: [] },
    ];
    await register(set, { name, nameservers });
    expect((await getDomain(set.ctx, name)).nameservers).toEqual(nameservers);
  });

  it("accepts the name itself as its nameserver, with addresses", async () => {
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

  it("distinguishes the workspace's own or pending names from names taken by others", async () => {
    const set = await setUp();
    const name = await register(set);
    const again = set.input({ name, expectedPriceCents: comYearCents });
    expect(await refusalOf(registerDomain(set.ctx, again))).toMatchObject({ code: "already_yours" });
    const other = await setUp();
    const theirs = other.input({ name });
    expect(await refusalOf(registerDomain(other.ctx, theirs))).toMatchObject({ code: "domain_unavailable" });
    await fixture.registry.injectFault({ kind: "pending", command: "domain:create" });
    const waiting = set.input();
    await registerDomain(set.ctx, waiting);
    expect(await refusalOf(registerDomain(set.ctx, waiting))).toMatchObject({
      code: "operation_in_progress",
    });
    await fixture.registry.settlePending();
    await sync();
  });

  describe("a registration that locks the domain", () => {
    it("locks it at the registry before it returns", async () => {
      const set = await setUp();
      const name = await register(set, { locked: true });
      expect((await heldAt(name)).statuses).toContain("clientTransferProhibited");
      expect((await getDomain(set.ctx, name)).locked).toBe(true);
      expect(await openIntentsOf(name)).toEqual([]);
    });

    it("also sets its nameservers under its own name", async () => {
      const set = await setUp();
      const name = newName();
      const nameservers = [1, 2].map((n) => ({ host: `ns${n}.${name}`, addresses: [`198.51.100.${n}`] }));
      await registerDomain(set.ctx, set.input({ name, nameservers, locked: true }));
      expect(await getDomain(set.ctx, name)).toMatchObject({ locked: true, nameservers });
      expect(await openIntentsOf(name)).toEqual([]);
    });

    it("is locked by another process if its own dies, attributed to the registrant", async () => {
      const set = await setUp();
      const name = newName();
      const dying = set.withRegistrar({ changeLock: () => Promise.reject(new Error("killed")) });
      await registerDomain(dying, set.input({ name, locked: true }));
      expect((await heldAt(name)).statuses).not.toContain("clientTransferProhibited");
      expect(await operationsOf(name)).toMatchObject([{ state: "succeeded" }]);
      await endLeases();
      await sync();
      await sync();
      expect((await heldAt(name)).statuses).toContain("clientTransferProhibited");
      expect(await whole(listHistory(set.ctx, name))).toMatchObject([
        { kind: "lock_change", actor: { kind: "user" } },
        { kind: "registration", actor: { kind: "user" } },
      ]);
      expect(await openIntentsOf(name)).toEqual([]);
    });

    it("isn't locked any more once someone has unlocked it, although it wasn't locked yet", async () => {
      // Its lease of a minute only ends when this test ends it.
      holdClock();
      const set = await setUp();
      const name = newName();
      const failing = set.withRegistrar({
        changeLock: () => Promise.reject(new RegistrarError("unavailable", "not now")),
      });
      await registerDomain(failing, set.input({ name, locked: true }));
      const unlock = () => updateDomain(set.ctx, { name, patch: { locked: false } });
      expect(await refusalOf(unlock())).toMatchObject({ code: "operation_in_progress" });
      await endLeases();
      expect(await unlock()).toMatchObject({ locked: false });
      expect(await openIntentsOf(name)).toEqual([]);
      await sync();
      expect((await heldAt(name)).statuses).not.toContain("clientTransferProhibited");
    });

    it("is retried if the registry was unavailable", async () => {
      const set = await setUp();
      const name = newName();
      const failing = set.withRegistrar({
        changeLock: () => Promise.reject(new RegistrarError("unavailable", "not now")),
      });
      await registerDomain(failing, set.input({ name, locked: true }));
      await endLeases();
      await sync();
      expect((await heldAt(name)).statuses).toContain("clientTransferProhibited");
    });
  });

  describe("a registration with nameservers under its own name", () => {
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

    it("is delegated by another process if its own dies, attributed to the registrant", async () => {
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

    it("keeps nameservers that were set in the meantime", async () => {
      const set = await setUp();
      const { name } = await registerAndDie(set);
      await changeNameservers(set.ctx, { name, nameservers: chosen });
      await sync();
      expect((await getDomain(set.ctx, name)).nameservers).toEqual(chosen);
      expect(await operationsOf(name)).toMatchObject([{ state: "succeeded", reason: null }]);
      expect(await openIntentsOf(name)).toEqual([]);
    });

    it("keeps them complete if the sync continues while they are being set", async () => {
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

    it("stays without nameservers if a change requests none", async () => {
      const set = await setUp();
      const { name } = await registerAndDie(set);
      await changeNameservers(set.ctx, { name, nameservers: [] });
      await sync();
      expect((await heldAt(name)).nameservers).toEqual([]);
      expect(await operationsOf(name)).toMatchObject([{ state: "succeeded", reason: null }]);
    });

    it("attributes identical nameservers to the later change, and accepts the next change immediately", async () => {
      const set = await setUp();
      const { name, nameservers } = await registerAndDie(set);
      await changeNameservers(set.ctx, { name, nameservers });
      expect(await openIntentsOf(name)).toEqual([]);
      await changeNameservers(set.ctx, { name, nameservers: chosen });
      expect((await heldAt(name)).nameservers).toEqual(chosen.map(({ host }) => host));
    });

    it("reports that they are not set if the registry refuses them, until others are set", async () => {
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

    it("is retried if the registry was unavailable", async () => {
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

    it("reports if the registry accepted them and later declined in a message", async () => {
      const set = await setUp();
      const name = newName();
      const nameservers = ownHosts(name);
      await fixture.registry.injectFault({ kind: "pending", command: "domain:update" });
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

    it("isn't delayed by other work that waits for the registry", async () => {
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

  it("shows the price and all problems in a dry run, and changes nothing", async () => {
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

  it("warns in a dry run of a name that imitates Latin letters", async () => {
    const set = await setUp();
    const warningsFor = async (name: string) =>
      (await previewRegistration(set.ctx, set.input({ name }))).warnings.map(({ code }) => code);
    // аррӏе.com, all Cyrillic
    expect(await warningsFor("xn--80ak6aa92e.com")).toEqual(["looks_latin", "no_nameservers"]);
    expect(await warningsFor("xn--e1afmkfd.com")).toEqual(["no_nameservers"]);
  });

  it.each([
    ["a TLD that is not on offer", { name: "example.nowhere" }, "/name"],
    ["a subdomain", { name: "www.example.com" }, "/name"],
    ["a label that is too short", { name: "ab.com" }, "/name"],
    ["more years than the TLD allows", { name: newName("de"), years: 3 }, "/years"],
    ["a single nameserver", { nameservers: [{ host: "ns1.x.net", addresses: [] }] }, "/nameservers"],
    [
      "a nameserver that does not resolve",
      { nameservers: ["missing.x.net", "ns2.x.net"].map((host) => ({ host, addresses: [] })) },
      "/nameservers/0/host",
    ],
    [
      "an unknown contact",
      { contacts: { registrantId: publicId("con", newId()) } },
      "/contacts/registrantId",
    ],
  ] as const)("rejects %s", async (_what, more, pointer) => {
    const set = await setUp();
    const refusal = await refusalOf(registerDomain(set.ctx, set.input(more as Partial<Registration>)));
    expect(refusal).toMatchObject({ code: "invalid_input", pointers: [pointer] });
  });

  it("rejects an unavailable name, a changed price, and a premium name without a confirmed price", async () => {
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
    expect(await previewRegistration(set.ctx, set.input({ name }), { isPriceRequest: true })).toMatchObject({
      wouldSucceed: true,
      priceCents: 25 * comYearCents,
      problems: [],
    });
    expect(await attempt({ name, expectedPriceCents: 25 * comYearCents })).toBeUndefined();
    expect((await heldAt(name)).name).toBe(name);
  });

  it("registers a name for one of two simultaneous callers, and tells the other who has it", async () => {
    const [one, other] = [await setUp(), await setUp()];
    const name = newName();
    const outcomes = await Promise.all(
      [one, one, other].map((set) => refusalOf(registerDomain(set.ctx, set.input({ name })))),
    );
    expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(1);
    const ownConflict = expect.toBeOneOf(["operation_in_progress", "already_yours"]);
    const isTheirs = outcomes[2] === undefined;
    for (const [at, outcome] of outcomes.entries()) {
      if (outcome) {
        expect(outcome).toMatchObject({ code: at === 2 || isTheirs ? "domain_unavailable" : ownConflict });
      }
    }
    expect((await rowsOf(name)).filter(({ status }) => status === "active")).toHaveLength(1);
  });

  it.each([
    ["before the registry is asked", "completed", "already_yours"],
    ["after the registry was asked", "completed", "already_yours"],
    ["after the registry was asked", "pending", "operation_in_progress"],
  ])("tells the workspace that it has the name, if it was registered %s: %s", async (when, outcome, code) => {
    const set = await setUp();
    const input = set.input();
    const { checkAvailability } = fixture.registrar;
    const racing = set.withRegistrar({
      async checkAvailability(names) {
        const before = await checkAvailability(names);
        if (outcome === "pending") {
          await fixture.registry.injectFault({ kind: "pending", command: "domain:create" });
        }
        await registerDomain(set.ctx, input);
        return when.startsWith("before") ? checkAvailability(names) : before;
      },
    });
    expect(await refusalOf(registerDomain(racing, input))).toMatchObject({ code });
    expect(await operationsOf(input.name)).toHaveLength(1);
    await fixture.registry.settlePending();
    await sync();
  });

  it("never uses a contact that is deleted on its way to the registry", async () => {
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

  it("leaves nothing half-done if the registry refuses: the operation fails, and the name is free for another try", async () => {
    const set = await setUp();
    const input = set.input();
    await fixture.registry.injectFault({ kind: "answer", command: "domain:create", code: 2400 });
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

  it("reports that the registry is unavailable, without any change", async () => {
    const set = await setUp();
    const absent = fixture.absentRegistrar();
    const ctx = { ...set.ctx, registrars: registrarsOf(absent) };
    const input = set.input();
    expect(await refusalOf(registerDomain(ctx, input))).toMatchObject({ code: "registry_unavailable" });
    expect(await rowsOf(input.name)).toEqual([]);
    await absent.close();
  });

  it("finds a registration whose answer was lost, and doesn't repeat it", async () => {
    const set = await setUp();
    const input = set.input();
    await fixture.registry.injectFault({ kind: "drop_after_write", command: "domain:create" });
    expect((await registerDomain(set.ctx, input)).state).toBe("succeeded");
    expect(await eventTypesOf(set.workspace.id)).toEqual(["domain.registered"]);
  });

  it("stays pending if the answer is lost and the name isn't registered, until it can no longer arrive", async () => {
    // Its lease of a minute only ends when this test ends it.
    holdClock();
    const set = await setUp();
    const input = set.input();
    await fixture.registry.injectFault({ kind: "drop_before", command: "domain:create" });
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

  it("waits for a registry that registers later, and emits the event once it has", async () => {
    const set = await setUp();
    const input = set.input();
    await fixture.registry.injectFault({ kind: "pending", command: "domain:create" });
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
