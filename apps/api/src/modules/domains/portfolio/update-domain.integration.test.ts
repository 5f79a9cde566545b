import { auditEntries, domainIntents, domains } from "@zonepost/db";
import { type DomainOperation, domainOperation } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  type ChangeCtx,
  fixture,
  heldAt,
  historyOf,
  never,
  openIntentsOf,
  problemOf,
  registrarsOf,
  rowOf,
  servers,
  setUpDomain,
  useDomainFixture,
} from "../../../../test/support/domains/domain-fixture.ts";
import { holdClock } from "../../../../test/support/stopped-clock.ts";
import { isAccepted } from "../../../kernel/http/accepted.ts";
import { newId, publicId } from "../../../kernel/ids.ts";
import { changeDomainContacts } from "../contacts/change-domain-contacts.ts";
import { getDomainContacts } from "../contacts/get-domain-contacts.ts";
import { findOpenOperation } from "../model/operations.ts";
import { changeNameservers } from "../nameservers/change-nameservers.ts";
import { getDomainOperation } from "../operations/list-operations.ts";
import { stateOf } from "../registry-sync/intents/intent-columns.ts";
import { reconcileDomain } from "../registry-sync/reconcile-domain.ts";
import { syncWithRegistry } from "../registry-sync/sync-with-registry.ts";
import { getDomain } from "./get-domain-details.ts";
import { updateDomain } from "./update-domain.ts";

useDomainFixture();
afterEach(() => {
  vi.useRealTimers();
});

const setRow = (name: string, change: Partial<typeof domains.$inferInsert>) =>
  fixture.db.update(domains).set(change).where(eq(domains.name, name));

const auditOf = async (name: string) =>
  (await fixture.db.select().from(auditEntries).where(eq(auditEntries.target, name))).map(
    ({ action }) => action,
  );

async function operationOf(change: Promise<unknown>): Promise<DomainOperation> {
  const result = await change;
  if (!isAccepted(result)) {
    throw new Error("the change was not accepted for later");
  }
  return domainOperation.parse(result.acceptedAs);
}

describe("updateDomain", () => {
  it("turns auto-renew on and off with its schedule, without calling the registry", async () => {
    const { name, id, ctx } = await setUpDomain();
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

  it("locks and unlocks a domain against transfers, once", async () => {
    const { name, id, ctx } = await setUpDomain();
    expect(await updateDomain(ctx, { name, patch: { locked: true } })).toMatchObject({ locked: true });
    expect((await heldAt(name)).statuses).toContain("clientTransferProhibited");
    await updateDomain(ctx, { name, patch: { locked: true } });
    expect(await updateDomain(ctx, { name, patch: { locked: false } })).toMatchObject({ locked: false });
    expect(await historyOf(id)).toEqual([
      ["user", "lock_change", "Locked against transfers"],
      ["user", "lock_change", "Unlocked for transfers"],
    ]);
  });

  it("hides people from public results and shows them again, under other handles", async () => {
    const { name, id, ctx, addContact } = await setUpDomain();
    const registrantId = await addContact();
    await changeDomainContacts(ctx, { name, contacts: { registrantId } });
    const hidden = (await heldAt(name)).contacts.registrant;
    expect(await updateDomain(ctx, { name, patch: { whoisPrivacy: false } })).toMatchObject({
      whoisPrivacy: false,
    });
    expect((await heldAt(name)).contacts.registrant).not.toBe(hidden);
    await updateDomain(ctx, { name, patch: { whoisPrivacy: true } });
    expect((await heldAt(name)).contacts.registrant).toBe(hidden);
    expect((await getDomainContacts(ctx, name)).registrant?.id).toBe(registrantId);
    expect((await historyOf(id)).slice(1)).toEqual([
      ["user", "settings_change", "WHOIS privacy turned off"],
      ["user", "settings_change", "WHOIS privacy turned on"],
    ]);
  });

  it("reports settings that a TLD doesn't offer, and missing contacts", async () => {
    const { name, ctx } = await setUpDomain({ tld: "de" });
    expect(await problemOf(updateDomain(ctx, { name, patch: { whoisPrivacy: false } }))).toMatchObject({
      code: "not_offered",
    });
    const { name: without, ctx: other } = await setUpDomain();
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
  ] as const)("changes nothing on a domain that is %s", async (status, code) => {
    const { name, ctx, addContact } = await setUpDomain();
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

  it("lets the holder of an expired domain unlock it for a transfer", async () => {
    const { name, ctx } = await setUpDomain();
    await updateDomain(ctx, { name, patch: { locked: true } });
    await setRow(name, { status: "expired", paidUntil: new Date(Date.now() - 86_400_000) });
    expect(await updateDomain(ctx, { name, patch: { locked: false } })).toMatchObject({ locked: false });
  });

  it("reports a domain locked against changes, from our row or from the registry", async () => {
    const { name, id, ctx } = await setUpDomain();
    await fixture.db.$client`
      update registry.domains set statuses = array['serverUpdateProhibited'] where name = ${name}`;
    const change = () =>
      changeNameservers(ctx, { name, nameservers: servers("a.example.net", "b.example.net") });
    expect(await problemOf(change())).toMatchObject({ code: "change_prohibited" });
    expect(await openIntentsOf(name)).toEqual([]);
    await reconcileDomain(fixture.systemCtx, id);
    expect(await problemOf(change())).toMatchObject({ code: "update_prohibited" });
  });

  it("requires the right to write, and access to the domain", async () => {
    const { workspace, name, ctx } = await setUpDomain();
    const reader = { ...ctx, ...workspace.ctx("read_only") };
    const { ctx: stranger } = await setUpDomain();
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
    "changes %s once if the answer is lost, attributed to the caller",
    async (field) => {
      const { name, id, ctx, addContact } = await setUpDomain();
      await changeDomainContacts(ctx, { name, contacts: { registrantId: await addContact() } });
      if (field === "whoisPrivacy") {
        // Its other handle already exists, so the connection breaks at the domain's own command.
        await updateDomain(ctx, { name, patch: { whoisPrivacy: false } });
        await updateDomain(ctx, { name, patch: { whoisPrivacy: true } });
      }
      const before = (await historyOf(id)).length;
      await fixture.registry.injectFault({ kind: "drop_after_write", command: "domain:update" });
      const patch = field === "locked" ? { locked: true } : { whoisPrivacy: false };
      expect(await updateDomain(ctx, { name, patch })).toMatchObject(patch);
      expect((await historyOf(id)).slice(before)).toHaveLength(1);
      expect((await historyOf(id)).at(-1)?.[0]).toBe("user");
      expect(await openIntentsOf(name)).toEqual([]);
    },
  );

  it("reports an accepted change as an operation, and records it once the registry makes it", async () => {
    const { name, id, ctx } = await setUpDomain();
    await fixture.registry.injectFault({ kind: "pending", command: "domain:update" });
    const acceptedAs = await operationOf(updateDomain(ctx, { name, patch: { locked: true } }));
    expect(acceptedAs).toMatchObject({
      kind: "lock_change",
      state: "pending",
      reason: { code: "accepted_by_registry" },
      requestedBy: { name: "owner@example.test" },
    });
    expect(await getDomain(ctx, name)).toMatchObject({ locked: false, operation: acceptedAs });
    // Neither lost nor done: only an accepted change can be declined by a later notice.
    expect((await openIntentsOf(name)).map((intent) => stateOf(intent).name)).toEqual(["accepted"]);
    // The registry's own processing doesn't count as another operation: a deletion can still be requested.
    expect(await findOpenOperation(fixture.db, await rowOf(name))).toBeUndefined();
    await fixture.registry.settlePending();
    await syncWithRegistry(fixture.systemCtx, never);
    expect(await getDomain(ctx, name)).toMatchObject({ locked: true, operation: null });
    expect(await getDomainOperation(ctx, acceptedAs.id)).toMatchObject({ state: "succeeded", reason: null });
    expect((await historyOf(id)).filter(([, kind]) => kind === "lock_change")).toEqual([
      ["user", "lock_change", "Locked against transfers"],
    ]);
  });

  it("settles a change within a minute that the registry has confirmed and never shows", async () => {
    // The lease only ends when this test ends it.
    holdClock();
    const { name, id, withRegistrar, ctx } = await setUpDomain();
    const deceived = withRegistrar({ changeLock: async () => "completed" });
    const { id: operationId } = await operationOf(updateDomain(deceived, { name, patch: { locked: true } }));
    await syncWithRegistry(fixture.systemCtx, never);
    expect(await getDomainOperation(ctx, operationId)).toMatchObject({ state: "pending" });
    const [intent] = await openIntentsOf(name);
    expect((intent?.leasedUntil?.getTime() ?? Infinity) - Date.now()).toBeLessThanOrEqual(60_000);
    await fixture.db.update(domainIntents).set({ leasedUntil: new Date(Date.now() - 1) });
    await syncWithRegistry(fixture.systemCtx, never);
    expect(await getDomainOperation(ctx, operationId)).toMatchObject({
      state: "failed",
      reason: { code: "not_carried_out" },
    });
    expect(await openIntentsOf(name)).toEqual([]);
    expect(await historyOf(id)).toEqual([]);
  });

  it("changes nothing if the registry is unavailable", async () => {
    const { name, id, ctx, addContact } = await setUpDomain();
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
    expect(await openIntentsOf(name)).toEqual([]);
  });
});
