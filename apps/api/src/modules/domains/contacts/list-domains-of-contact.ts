import { domainToUnicode } from "node:url";
import { domains } from "@zonepost/db";
import type { DomainOfContact } from "@zonepost/schema/panel";
import { and, asc, eq, or } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { isHeld } from "../model/get-own-domain.ts";
import { getOwnContact } from "./list-contacts.ts";

/** `domainCount` has the total, so the list needn't be complete. */
const listLimit = 100;

export async function listDomainsOfContact(ctx: WorkspaceCtx, id: string): Promise<DomainOfContact[]> {
  requireRight(ctx.actor, "contacts:read");
  const { id: contactId, workspaceId } = await getOwnContact(ctx, id);
  const rows = await ctx.db
    .select({ name: domains.name })
    .from(domains)
    .where(
      and(
        eq(domains.workspaceId, workspaceId),
        isHeld,
        or(
          eq(domains.registrantContactId, contactId),
          eq(domains.adminContactId, contactId),
          eq(domains.techContactId, contactId),
        ),
      ),
    )
    .orderBy(asc(domains.name))
    .limit(listLimit);
  return rows.map(({ name }) => ({ name, unicodeName: domainToUnicode(name) }));
}
