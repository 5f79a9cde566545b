import { contacts } from "@zonepost/db";
import type { DomainContacts } from "@zonepost/schema";
import { inArray } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { publicId } from "../../../kernel/ids.ts";
import { hasRight, requireRight } from "../../../kernel/rights.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { getOwnDomain } from "../model/get-own-domain.ts";
import { presentContact } from "./list-contacts.ts";

/**
 * The IDs of the contacts, with all details for actors who may read contacts. A role is null if its contact belongs to
 * another workspace.
 */
export async function getDomainContacts(ctx: WorkspaceCtx, name: string): Promise<DomainContacts> {
  requireRight(ctx.actor, "domains:read");
  return domainContactsOf(ctx, await getOwnDomain(ctx, name));
}

export async function domainContactsOf(ctx: WorkspaceCtx, row: DomainRow): Promise<DomainContacts> {
  const ids = [row.registrantContactId, row.adminContactId, row.techContactId];
  const known = [...new Set(ids.filter((id) => id !== null))];
  const rows = known.length ? await ctx.db.select().from(contacts).where(inArray(contacts.id, known)) : [];
  const showsDetails = hasRight(ctx.actor, "contacts:read");
  const presented = new Map<string, DomainContacts["registrant"]>();
  for (const contact of rows) {
    const shown = showsDetails ? await presentContact(ctx.db, contact) : { id: publicId("con", contact.id) };
    presented.set(contact.id, shown);
  }
  const contactOf = (id: string | null) => (id === null ? null : (presented.get(id) ?? null));
  return {
    registrant: contactOf(row.registrantContactId),
    admin: contactOf(row.adminContactId),
    tech: contactOf(row.techContactId),
  };
}
