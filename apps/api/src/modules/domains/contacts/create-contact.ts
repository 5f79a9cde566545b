import { contacts } from "@zonepost/db";
import type { Contact, ContactInput } from "@zonepost/schema";
import { and, eq, isNull } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { invalid } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { lockWorkspace } from "../../accounts/index.ts";
import { contactLimitReached } from "../errors.ts";
import { contactFormProblems } from "./contact-policy.ts";
import { contactOfRow } from "./contact-row.ts";

export const contactLimit = 1000;

/** Creates the contact in our database only. It goes to a registry when a domain uses it. */
export async function createContact(ctx: WorkspaceCtx, input: ContactInput): Promise<Contact> {
  requireRight(ctx.actor, "contacts:write");
  const problems = contactFormProblems(input);
  if (problems.length > 0) {
    throw invalid(problems);
  }
  const { workspaceId } = ctx.actor;
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    // Locks the workspace, so that concurrent creations can't exceed the limit.
    await lockWorkspace(tx, workspaceId);
    const isOwn = and(eq(contacts.workspaceId, workspaceId), isNull(contacts.deletedAt));
    if ((await tx.$count(contacts, isOwn)) >= contactLimit) {
      throw contactLimitReached(contactLimit);
    }
    const [row] = await tx
      .insert(contacts)
      .values({ ...input, id: newId(), workspaceId, createdAt: now, updatedAt: now })
      .returning();
    if (!row) {
      throw new Error("the contact was not inserted");
    }
    const contact = contactOfRow(row, 0);
    await audit(tx, ctx, { workspaceId, action: "contact.created", target: contact.id, occurredAt: now });
    return contact;
  });
}
