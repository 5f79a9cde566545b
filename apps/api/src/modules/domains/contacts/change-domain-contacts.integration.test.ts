import { auditEntries } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
  fixture,
  heldAt,
  historyOf,
  problemOf,
  registrarsOf,
  setUpDomain,
  useDomainFixture,
} from "../../../../test/support/domains/domain-fixture.ts";
import type { WorkspaceActor } from "../../../kernel/actor.ts";
import { newId, publicId } from "../../../kernel/ids.ts";
import { changeDomainContacts } from "./change-domain-contacts.ts";
import { deleteContact } from "./delete-contact.ts";
import { getDomainContacts } from "./get-domain-contacts.ts";

useDomainFixture();

const auditOf = async (name: string) =>
  (await fixture.db.select().from(auditEntries).where(eq(auditEntries.target, name))).map(
    ({ action }) => action,
  );

describe("changeDomainContacts", () => {
  it("assigns contacts to a domain, each in their role", async () => {
    const { name, id, ctx, addContact } = await setUpDomain();
    const [registrantId, techId] = [await addContact(), await addContact()];
    expect(await getDomainContacts(ctx, name)).toEqual({ registrant: null, admin: null, tech: null });
    const after = await changeDomainContacts(ctx, { name, contacts: { registrantId, techId } });
    expect(after).toMatchObject({
      registrant: { id: registrantId, domainCount: 1 },
      admin: { id: registrantId },
      tech: { id: techId },
    });
    expect(await getDomainContacts(ctx, name)).toEqual(after);
    const held = await heldAt(name);
    expect(held.contacts.admin).toBe(held.contacts.registrant);
    expect(held.contacts.tech).not.toBe(held.contacts.registrant);
    await changeDomainContacts(ctx, { name, contacts: { registrantId, techId } });
    expect(await historyOf(id)).toEqual([["user", "contact_change", "Contacts changed"]]);
    expect(await auditOf(name)).toEqual(["domain.contacts_changed"]);
  });

  it("shows only IDs without contacts:read: to billing, to a limited member and to a key", async () => {
    const { name, ctx, addContact } = await setUpDomain();
    const registrantId = await addContact();
    const ids = { registrant: { id: registrantId }, admin: { id: registrantId }, tech: { id: registrantId } };
    const { workspaceId } = ctx.actor;
    const limits = { workspaceId, domainNames: [name] };
    const limited = { ...ctx, actor: { ...ctx.actor, ...limits, role: "member" } as WorkspaceActor };
    const billing = { ...ctx, actor: { ...ctx.actor, role: "billing" } as WorkspaceActor };
    const key = {
      kind: "api_key",
      keyId: newId(),
      name: "Test",
      workspaceId,
      domainNames: null,
      ipRanges: null,
      expiresAt: null,
    } as const;
    const scopes = new Set(["domains:read", "domains:write"] as const);
    const byKey = { ...ctx, actor: { ...key, scopes } };
    expect(await changeDomainContacts(limited, { name, contacts: { registrantId } })).toEqual(ids);
    expect(await changeDomainContacts(byKey, { name, contacts: { registrantId } })).toEqual(ids);
    for (const reader of [limited, billing, byKey]) {
      expect(await getDomainContacts(reader, name)).toEqual(ids);
    }
    expect((await getDomainContacts(ctx, name)).registrant).toHaveProperty("email");
  });

  it("changes them once when the answer is lost, attributed to the right actor", async () => {
    const { name, id, ctx, addContact } = await setUpDomain();
    const registrantId = await addContact();
    await fixture.registry.injectFault({ kind: "drop_after_write", command: "domain:update" });
    await changeDomainContacts(ctx, { name, contacts: { registrantId } });
    expect((await getDomainContacts(ctx, name)).registrant?.id).toBe(registrantId);
    expect(await historyOf(id)).toHaveLength(1);
  });

  it("rejects contacts of other workspaces, and those the registry wouldn't accept", async () => {
    const { name, ctx, addContact } = await setUpDomain({ tld: "eu" });
    const { addContact: addStrange } = await setUpDomain();
    const swiss = await addContact({ countryCode: "CH", postalCode: "8001" });
    for (const registrantId of [await addStrange(), swiss, publicId("con", newId())]) {
      expect(await problemOf(changeDomainContacts(ctx, { name, contacts: { registrantId } }))).toMatchObject({
        kind: "invalid",
        fields: [{ pointer: "/registrantId" }],
      });
    }
  });

  it("never assigns a contact that is deleted at the same moment", async () => {
    const { name, ctx, addContact } = await setUpDomain();
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
    const before = await heldAt(name);
    expect(await problemOf(changeDomainContacts(racing, { name, contacts: { registrantId } }))).toMatchObject(
      {
        kind: "invalid",
        fields: [{ pointer: "/registrantId" }],
      },
    );
    expect((await heldAt(name)).contacts).toEqual(before.contacts);
  });
});
