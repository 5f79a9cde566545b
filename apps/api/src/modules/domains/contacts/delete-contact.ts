import { contacts, domainIntents } from "@zonepost/db";
import { and, eq, isNull, sql } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { contactInUse } from "../errors.ts";
import { countDomainsOf, getOwnContact } from "./list-contacts.ts";

/** Hides the contact. Its row stays, because domain histories refer to it. */
export async function deleteContact(ctx: WorkspaceCtx, id: string): Promise<void> {
  requireRight(ctx.actor, "contacts:write");
  const { id: contactId } = await getOwnContact(ctx, id);
  const now = await ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const [row] = await tx
      .select({ id: contacts.id })
      .from(contacts)
      .where(and(eq(contacts.id, contactId), isNull(contacts.deletedAt)))
      .for("update");
    if (!row) {
      throw notFound();
    }
    if ((await countDomainsOf(tx, contactId)) > 0) {
      throw contactInUse();
    }
    const [inTransit] = await tx
      .select({ id: domainIntents.id })
      .from(domainIntents)
      .where(
        and(
          isNull(domainIntents.settledAt),
          eq(domainIntents.kind, "change_contacts"),
          sql`exists (select from jsonb_each_text(${domainIntents.change} -> 'contactIds') where value = ${contactId})`,
        ),
      )
      .limit(1);
    if (inTransit) {
      throw contactInUse();
    }
    await tx.update(contacts).set({ deletedAt: now, updatedAt: now }).where(eq(contacts.id, contactId));
    const { workspaceId } = ctx.actor;
    await audit(tx, ctx, { workspaceId, action: "contact.deleted", target: id, occurredAt: now });
  });
}
