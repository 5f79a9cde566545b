import { contacts } from "@zonepost/db";
import type { Contact, DomainContacts } from "@zonepost/schema";
import { inArray } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { getOwnDomain } from "../model/get-own-domain.ts";
import { presentContact } from "./list-contacts.ts";

/** A role is null if its contact belongs to another workspace. */
export async function getDomainContacts(ctx: WorkspaceCtx, name: string): Promise<DomainContacts> {
  requireRight(ctx.actor, "domains:read");
  return domainContactsOf(ctx, await getOwnDomain(ctx, name));
}

export async function domainContactsOf(ctx: WorkspaceCtx, row: DomainRow): Promise<DomainContacts> {
  const ids = [row.registrantContactId, row.adminContactId, row.techContactId];
  const known = [...new Set(ids.filter((id) => id !== null))];
  const rows = known.length ? await ctx.db.select().from(contacts).where(inArray(contacts.id, known)) : [];
  const presented = new Map<string, Contact>();
  for (const contact of rows) {
    presented.set(contact.id, await presentContact(ctx.db, contact));
  }
  const contactOf = (id: string | null) => (id === null ? null : (presented.get(id) ?? null));
  return {
    registrant: contactOf(row.registrantContactId),
    admin: contactOf(row.adminContactId),
    tech: contactOf(row.techContactId),
  };
}
