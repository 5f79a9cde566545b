import { contactHandles, contacts } from "@zonepost/db";
import { and, eq, gt, isNull } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { type DomainPorts, RegistrarError } from "../ports.ts";
import { sendContact } from "./prepare-contacts.ts";

const batchSize = 25;

/**
 * Resends contacts that registries may hold in an older version: the sending was interrupted, or the contact changed
 * meanwhile. A refused contact doesn't hold up the others.
 */
export async function pushContacts(ctx: Ctx & DomainPorts, signal: AbortSignal): Promise<void> {
  let after = "";
  while (!signal.aborted) {
    const handles = await ctx.db
      .select({
        handle: contactHandles.handle,
        registrar: contactHandles.registrar,
        contactId: contactHandles.contactId,
        isPrivate: contactHandles.isPrivate,
      })
      .from(contactHandles)
      .innerJoin(contacts, eq(contacts.id, contactHandles.contactId))
      .where(
        and(eq(contactHandles.sentVersion, 0), isNull(contacts.deletedAt), gt(contactHandles.handle, after)),
      )
      .orderBy(contactHandles.handle)
      .limit(batchSize);
    for (const { handle, registrar, ...which } of handles) {
      after = handle;
      const port = ctx.registrars.byCode(registrar);
      if (!port || signal.aborted) {
        continue;
      }
      await sendContact(ctx, port, which).catch((error: unknown) => {
        if (!(error instanceof RegistrarError) || error.reason === "unavailable") {
          throw error;
        }
        ctx.log.warn({ err: error, contactId: which.contactId }, "couldn't send a contact to its registry");
      });
    }
    if (handles.length < batchSize) {
      return;
    }
  }
}
