import { contacts, domains } from "@zonepost/db";
import type { Contact, PageQuery } from "@zonepost/schema";
import { and, asc, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { listOrPage, type OperationResult, rowAtPlace } from "../../../kernel/http/page.ts";
import { publicId, rowId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { isHeld } from "../model/get-own-domain.ts";
import { type ContactRow, contactOfRow } from "./contact-row.ts";

/** Counts a domain once, even if it uses the contact in several roles. */
const domainCount = sql<number>`(
  select count(*)::int from ${domains}
  where ${and(
    isHeld,
    or(
      eq(domains.registrantContactId, contacts.id),
      eq(domains.adminContactId, contacts.id),
      eq(domains.techContactId, contacts.id),
    ),
  )})`;

export async function listContacts(ctx: WorkspaceCtx, query: PageQuery): Promise<OperationResult<Contact[]>> {
  requireRight(ctx.actor, "contacts:read");
  const after = rowAtPlace("con", query);
  return listOrPage(query, {
    read: (limit) => {
      const rows = ctx.db
        .select({ contact: contacts, domainCount })
        .from(contacts)
        .where(
          and(
            eq(contacts.workspaceId, ctx.actor.workspaceId),
            isNull(contacts.deletedAt),
            after ? gt(contacts.id, after) : undefined,
          ),
        )
        .orderBy(asc(contacts.id));
      return limit === undefined ? rows : rows.limit(limit);
    },
    placeOf: ({ contact }) => publicId("con", contact.id),
    present: (row) => contactOfRow(row.contact, row.domainCount),
  });
}

export async function getContact(ctx: WorkspaceCtx, id: string): Promise<Contact> {
  requireRight(ctx.actor, "contacts:read");
  return presentContact(ctx.db, await getOwnContact(ctx, id));
}

export async function getOwnContact(ctx: WorkspaceCtx, id: string): Promise<ContactRow> {
  const contactId = rowId("con", id);
  if (!contactId) {
    throw notFound();
  }
  const [row] = await ctx.db
    .select()
    .from(contacts)
    .where(
      and(
        eq(contacts.id, contactId),
        eq(contacts.workspaceId, ctx.actor.workspaceId),
        isNull(contacts.deletedAt),
      ),
    );
  if (!row) {
    throw notFound();
  }
  return row;
}

export async function presentContact(db: Queryable, row: ContactRow): Promise<Contact> {
  return contactOfRow(row, await countDomainsOf(db, row.id));
}

export async function countDomainsOf(db: Queryable, contactId: string): Promise<number> {
  const [counted] = await db.select({ domainCount }).from(contacts).where(eq(contacts.id, contactId));
  return counted?.domainCount ?? 0;
}
