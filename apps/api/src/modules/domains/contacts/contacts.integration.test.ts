import { auditEntries, contactHandles, contacts, domainHistory, domains } from "@zonepost/db";
import type { ContactInput } from "@zonepost/schema";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createDomainFixture,
  type DomainFixture,
  modulePorts,
  registrarsOf,
} from "../../../../test/support/domains/domain-fixture.ts";
import { whole } from "../../../../test/support/whole.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { AppError } from "../../../kernel/errors.ts";
import { isPage } from "../../../kernel/http/page.ts";
import { newId, rowId } from "../../../kernel/ids.ts";
import { type DomainPorts, type Registrar, RegistrarError } from "../ports.ts";
import { changeDomainContacts } from "./change-domain-contacts.ts";
import { contactLimit, createContact } from "./create-contact.ts";
import { deleteContact } from "./delete-contact.ts";
import { getContact, listContacts } from "./list-contacts.ts";
import { prepareContacts } from "./prepare-contacts.ts";
import { pushContacts } from "./push-contacts.ts";
import { updateContact } from "./update-contact.ts";

let fixture: DomainFixture;
beforeAll(async () => {
  fixture = await createDomainFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const dana: ContactInput = {
  name: "Dana Meier",
  organization: null,
  email: "dana@example.com",
  phone: "+4930123456",
  street: ["Linienstraße 12"],
  city: "Berlin",
  stateOrProvince: null,
  postalCode: "10178",
  countryCode: "DE",
};

async function setUp() {
  const workspace = await fixture.createWorkspace();
  const ctx: WorkspaceCtx & DomainPorts = {
    ...workspace.ctx(),
    ...modulePorts,
    registrars: fixture.registrars,
  };
  const withRegistrar = (calls: Partial<Registrar>) => ({
    ...ctx,
    registrars: registrarsOf({ ...fixture.registrar, ...calls }),
  });
  return { workspace, ctx, withRegistrar };
}

/** A contact that a domain uses, so that the registry has it too. */
async function setUpUsed() {
  const { workspace, ctx, withRegistrar } = await setUp();
  const contact = await createContact(ctx, dana);
  const name = await fixture.addDomain(workspace.id);
  await changeDomainContacts(ctx, { name, contacts: { registrantId: contact.id } });
  return { workspace, ctx, withRegistrar, contact, name };
}

const problemOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) {
    throw new Error(`no problem: ${String(error)}`);
  }
  return { code: error.code, kind: error.kind, fields: error.fields };
};
const handlesOf = (id: string) =>
  fixture.db
    .select()
    .from(contactHandles)
    .where(eq(contactHandles.contactId, rowId("con", id) ?? ""));
const atRegistry = async (handle: string) => {
  const [row] = await fixture.db.$client<{ details: string }[]>`
    select to_jsonb(c)::text as details from registry.contacts c where c.id = ${handle}`;
  return row?.details;
};
const missingId = "con_01k3v2m8q4f7x9b0c1d2e3f4g5";

describe("a workspace's contacts", () => {
  it("are created, listed in pages, read, updated and deleted, each attributed to the actor", async () => {
    const { ctx } = await setUp();
    const first = await createContact(ctx, dana);
    const second = await createContact(ctx, { ...dana, name: "Noor" });
    expect(first).toMatchObject({ ...dana, domainCount: 0 });
    expect(await whole(listContacts(ctx, {}))).toEqual([first, second]);
    const page = await listContacts(ctx, { limit: 1 });
    if (!isPage(page) || !page.nextCursor) {
      throw new Error("there is no next page");
    }
    expect(page.page).toEqual([first]);
    expect(await listContacts(ctx, { limit: 1, cursor: page.nextCursor })).toEqual({
      page: [second],
      nextCursor: null,
    });
    expect(await getContact(ctx, first.id)).toEqual(first);
    const changed = await updateContact(ctx, { id: first.id, patch: { city: "Potsdam" } });
    expect(changed).toMatchObject({ ...dana, city: "Potsdam" });
    await deleteContact(ctx, first.id);
    expect(await problemOf(getContact(ctx, first.id))).toMatchObject({ code: "not_found" });
    expect(await whole(listContacts(ctx, {}))).toEqual([second]);
    const entries = await fixture.db.select().from(auditEntries).where(eq(auditEntries.target, first.id));
    expect(entries.map(({ action }) => action).sort()).toEqual([
      "contact.created",
      "contact.deleted",
      "contact.updated",
    ]);
    expect(JSON.stringify(entries)).not.toContain("Potsdam");
  });

  it("don't exist for other workspaces", async () => {
    const { ctx } = await setUp();
    const { id } = await createContact(ctx, dana);
    const { ctx: other } = await setUp();
    const missing = await problemOf(getContact(other, missingId));
    for (const call of [
      () => getContact(other, id),
      () => updateContact(other, { id, patch: { city: "Bonn" } }),
      () => deleteContact(other, id),
    ]) {
      expect(await problemOf(call())).toEqual(missing);
    }
    expect(await whole(listContacts(other, {}))).toEqual([]);
  });

  it("require the right to read or write them, which people limited to domains don't have", async () => {
    const { workspace, ctx } = await setUp();
    const { id } = await createContact(ctx, dana);
    const billing = { ...workspace.ctx("billing"), ...modulePorts, registrars: fixture.registrars };
    const member = workspace.ctx("member");
    const limited = { ...member, actor: { ...member.actor, domainNames: ["a.com"] } } as WorkspaceCtx;
    const reader = { ...workspace.ctx("read_only"), ...modulePorts, registrars: fixture.registrars };
    for (const call of [
      () => getContact(billing, id),
      () => listContacts(limited, {}),
      () => createContact(reader, dana),
      () => updateContact(reader, { id, patch: { city: "Bonn" } }),
      () => deleteContact(reader, id),
    ]) {
      expect(await problemOf(call())).toMatchObject({ code: "forbidden" });
    }
  });

  it.each([
    ["an unknown country", { countryCode: "ZZ" }, "/countryCode"],
    ["a missing required postal code", { postalCode: null }, "/postalCode"],
    ["another country's postal code", { postalCode: "1017" }, "/postalCode"],
    ["a missing required state", { countryCode: "US", postalCode: "12345" }, "/stateOrProvince"],
    ["an invalid phone number", { phone: "123" }, "/phone"],
  ])("are rejected with %s, with a pointer", async (_, wrong, pointer) => {
    const { ctx } = await setUp();
    const problem = await problemOf(createContact(ctx, { ...dana, ...wrong }));
    expect(problem).toMatchObject({ kind: "invalid", fields: [{ pointer }] });
    const { id } = await createContact(ctx, dana);
    expect(await problemOf(updateContact(ctx, { id, patch: wrong }))).toEqual(problem);
    expect(await whole(listContacts(ctx, {}))).toHaveLength(1);
  });

  it("are limited to a thousand, even with simultaneous requests", async () => {
    const { workspace, ctx } = await setUp();
    const now = new Date();
    await fixture.db.insert(contacts).values(
      Array.from({ length: contactLimit - 2 }, () => ({
        ...dana,
        id: newId(),
        workspaceId: workspace.id,
        createdAt: now,
        updatedAt: now,
      })),
    );
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => createContact(ctx, dana)));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    expect(await problemOf(createContact(ctx, dana))).toMatchObject({ code: "contact_limit" });
  });

  it("can't be deleted while a domain uses them", async () => {
    const { ctx, contact, name } = await setUpUsed();
    expect((await getContact(ctx, contact.id)).domainCount).toBe(1);
    expect(await problemOf(deleteContact(ctx, contact.id))).toMatchObject({ code: "contact_in_use" });
    const other = await createContact(ctx, dana);
    await changeDomainContacts(ctx, { name, contacts: { registrantId: other.id } });
    await deleteContact(ctx, contact.id);
  });
});

describe("updating a contact that registries have", () => {
  it("updates each handle, and is recorded in the history of its domains", async () => {
    const { ctx, contact, name } = await setUpUsed();
    await updateContact(ctx, { id: contact.id, patch: { city: "Potsdam", postalCode: "14467" } });
    const handles = await handlesOf(contact.id);
    expect(handles).toHaveLength(1);
    for (const { handle, sentVersion } of handles) {
      expect(handle).toMatch(/^zp[0-9a-f]{14}$/);
      expect(sentVersion).toBe(2);
      expect(await atRegistry(handle)).toContain("Potsdam");
    }
    const [row] = await fixture.db.select().from(domains).where(eq(domains.name, name));
    const told = await fixture.db
      .select()
      .from(domainHistory)
      .where(and(eq(domainHistory.domainId, row?.id ?? ""), eq(domainHistory.kind, "contact_change")));
    expect(told.map(({ summary }) => summary)).toContain("Registrant details changed");
  });

  it("changes nothing if the registry is unavailable or refuses", async () => {
    const { ctx, withRegistrar, contact } = await setUpUsed();
    const absent = fixture.absentRegistrar();
    const away = { ...ctx, registrars: registrarsOf(absent) };
    const patch = { city: "Potsdam" };
    expect(await problemOf(updateContact(away, { id: contact.id, patch }))).toMatchObject({
      code: "registry_unavailable",
    });
    await absent.close();
    const refusing = withRegistrar({
      saveContact: () => Promise.reject(new RegistrarError("refused", "no such city")),
    });
    expect(await problemOf(updateContact(refusing, { id: contact.id, patch }))).toMatchObject({
      code: "registry_refused",
    });
    expect((await getContact(ctx, contact.id)).city).toBe("Berlin");
  });

  it("never leaves a different handle for long: uncertain updates are resent", async () => {
    const { ctx, withRegistrar, contact } = await setUpUsed();
    const [handle] = await handlesOf(contact.id);
    // The command reaches the registry, but its response is lost, so our state is unchanged.
    const unsure = withRegistrar({
      async saveContact(...call) {
        await fixture.registrar.saveContact(...call);
        throw new RegistrarError("outcome_unknown", "the line broke");
      },
    });
    expect(
      await problemOf(updateContact(unsure, { id: contact.id, patch: { city: "Potsdam" } })),
    ).toMatchObject({ code: "registry_unavailable" });
    expect(await atRegistry(handle?.handle ?? "")).toContain("Potsdam");
    await pushContacts(fixture.systemCtx, new AbortController().signal);
    expect(await atRegistry(handle?.handle ?? "")).not.toContain("Potsdam");
    expect((await handlesOf(contact.id))[0]?.sentVersion).toBe(1);
    expect((await getContact(ctx, contact.id)).city).toBe("Berlin");
  });

  it("is rejected if a domain's registry wouldn't accept the registrant", async () => {
    const { workspace, ctx } = await setUp();
    const contact = await createContact(ctx, dana);
    const name = await fixture.addDomain(workspace.id, { name: `x${newId()}.eu` });
    await changeDomainContacts(ctx, { name, contacts: { registrantId: contact.id } });
    const patch = { countryCode: "CH", postalCode: "8001" };
    expect(await problemOf(updateContact(ctx, { id: contact.id, patch }))).toMatchObject({
      kind: "invalid",
      fields: [{ pointer: "/countryCode" }],
    });
    expect((await getContact(ctx, contact.id)).countryCode).toBe("DE");
  });

  it("leaves no old value in any form at the registry", async () => {
    const { ctx, contact } = await setUpUsed();
    await updateContact(ctx, { id: contact.id, patch: { street: ["Main Street 1"], city: "Bonn" } });
    const [handle] = await handlesOf(contact.id);
    const there = await atRegistry(handle?.handle ?? "");
    expect(there).toContain("Bonn");
    expect(there).not.toContain("Berlin");
  });

  it("twice at once leaves the registry with our data", async () => {
    const { ctx, contact } = await setUpUsed();
    const results = await Promise.allSettled(
      ["Bonn", "Kiel", "Jena"].map((city) => updateContact(ctx, { id: contact.id, patch: { city } })),
    );
    expect(results.some(({ status }) => status === "fulfilled")).toBe(true);
    for (const result of results) {
      if (result.status === "rejected") {
        expect((result.reason as AppError).code).toBe("contact_changed_meanwhile");
      }
    }
    await pushContacts(fixture.systemCtx, new AbortController().signal);
    const { city } = await getContact(ctx, contact.id);
    const [handle] = await handlesOf(contact.id);
    expect(await atRegistry(handle?.handle ?? "")).toContain(city);
  });
});

describe("prepareContacts", () => {
  const prepare = (
    { workspace, ctx }: Pick<Awaited<ReturnType<typeof setUp>>, "workspace" | "ctx">,
    id: string,
    options: { tld?: string; isPrivate?: boolean; registrar?: Registrar } = {},
  ) =>
    prepareContacts(
      ctx,
      options.registrar ?? fixture.registrar,
      { workspaceId: workspace.id, tld: options.tld ?? "com" },
      { registrantId: id },
      options.isPrivate ?? false,
      "/contacts",
    );

  it("creates one handle per contact and privacy setting, for any number of simultaneous calls", async () => {
    const all = await setUp();
    const { id } = await createContact(all.ctx, dana);
    const prepared = await Promise.all(Array.from({ length: 6 }, () => prepare(all, id)));
    expect(new Set(prepared.map(({ handles }) => JSON.stringify(handles))).size).toBe(1);
    const hidden = await prepare(all, id, { isPrivate: true });
    expect(hidden.handles.registrant).not.toBe(prepared[0]?.handles.registrant);
    expect(await handlesOf(id)).toHaveLength(2);
  });

  it("leaves out roles that the TLD doesn't have, and privacy that it doesn't offer", async () => {
    const all = await setUp();
    const { id } = await createContact(all.ctx, dana);
    const prepared = await prepare(all, id, { tld: "de", isPrivate: true });
    expect(prepared.whoisPrivacy).toBe(false);
    expect(prepared.handles).toMatchObject({ admin: null });
    expect(prepared.handles.tech).toBe(prepared.handles.registrant);
  });

  it("sends nothing that the registry already has", async () => {
    const all = await setUp();
    const { id } = await createContact(all.ctx, dana);
    await prepare(all, id);
    const silent = {
      ...fixture.registrar,
      saveContact: () => Promise.reject(new Error("nothing should be sent")),
    };
    await expect(prepare(all, id, { registrar: silent })).resolves.toBeDefined();
  });

  it("shortens texts that grow too long in Latin letters, and converts full-width digits", async () => {
    const all = await setUp();
    const wide = { countryCode: "TW", postalCode: "１０００１" };
    const { id } = await createContact(all.ctx, { ...dana, ...wide, name: "ß".repeat(255) });
    const { handles } = await prepare(all, id);
    const there = await atRegistry(handles.registrant ?? "");
    expect(there).toContain(`"${"s".repeat(255)}"`);
    expect(there).toContain('"10001"');
  });

  it("reports input that can't be sent as refused by the registry, not as an outage", async () => {
    const all = await setUp();
    const { id } = await createContact(all.ctx, dana);
    const uuid = rowId("con", id) ?? "";
    await fixture.db
      .update(contacts)
      .set({ name: "D".repeat(256) })
      .where(eq(contacts.id, uuid));
    expect(await problemOf(prepare(all, id))).toMatchObject({ kind: "conflict", code: "registry_refused" });
    await expect(pushContacts(fixture.systemCtx, new AbortController().signal)).resolves.toBeUndefined();
  });

  it("finds the handle of a creation whose answer was lost", async () => {
    const all = await setUp();
    const { id } = await createContact(all.ctx, dana);
    await fixture.registry.injectFault({ kind: "drop_after_write", command: "contact:create" });
    const { handles } = await prepare(all, id);
    expect(await handlesOf(id)).toMatchObject([{ handle: handles.registrant, sentVersion: 1 }]);
  });

  it("reports that nothing was changed if the registry is unavailable", async () => {
    const all = await setUp();
    const { id } = await createContact(all.ctx, dana);
    const absent = fixture.absentRegistrar();
    expect(await problemOf(prepare(all, id, { registrar: absent }))).toMatchObject({
      code: "registry_unavailable",
    });
    await absent.close();
  });

  it("points to contacts that are missing, another workspace's, or not accepted by the TLD", async () => {
    const all = await setUp();
    const other = await setUp();
    const strange = await createContact(other.ctx, dana);
    const swiss = await createContact(all.ctx, { ...dana, countryCode: "CH", postalCode: "8001" });
    const pointer = "/contacts/registrantId";
    const unknown = await problemOf(prepare(all, missingId));
    expect(unknown).toMatchObject({ kind: "invalid", fields: [{ pointer }] });
    expect(await problemOf(prepare(all, strange.id))).toEqual(unknown);
    expect(await problemOf(prepare(all, swiss.id, { tld: "eu" }))).toMatchObject({ fields: [{ pointer }] });
  });
});
