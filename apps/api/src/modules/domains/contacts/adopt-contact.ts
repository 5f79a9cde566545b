import { contactHandles, contacts, type Transaction } from "@zonepost/db";
import { contactInput } from "@zonepost/schema";
import { and, eq, isNull } from "drizzle-orm";
import type { Ctx, Queryable } from "../../../kernel/ctx.ts";
import { newId } from "../../../kernel/ids.ts";
import { lockWorkspace } from "../../accounts/index.ts";
import type { RegistrantDetails, Registrar } from "../ports.ts";
import { contactLimit } from "./create-contact.ts";

type Adopted = { contactId: string; isPrivate: boolean };
type Handle = { workspaceId: string; registrar: Registrar; handle: string };

/**
 * The workspace's contact with this handle at the registry, made from the registry's data if it is new. Undefined if
 * the handle is another workspace's, if its data isn't a contact's, or if the workspace has no room for it.
 */
export async function adoptContact(ctx: Ctx, which: Handle): Promise<Adopted | undefined> {
  const known = await findHandle(ctx.db, which);
  if (known) {
    return ownOf(which, known);
  }
  const read = await which.registrar.readContact(which.handle);
  const checked = contactInput.safeParse(read?.details);
  if (!read || !checked.success) {
    return undefined;
  }
  return ctx.db.transaction(async (tx) => {
    await lockWorkspace(tx, which.workspaceId);
    const meanwhile = await findHandle(tx, which);
    return meanwhile
      ? ownOf(which, meanwhile)
      : insert(tx, which, { ...read, details: checked.data }, await ctx.clock.now());
  });
}

type Known = Adopted & { workspaceId: string; deletedAt: Date | null };

const ownOf = ({ workspaceId }: Handle, { contactId, isPrivate, ...known }: Known): Adopted | undefined =>
  known.workspaceId === workspaceId && known.deletedAt === null ? { contactId, isPrivate } : undefined;

async function findHandle(db: Queryable, { registrar, handle }: Handle): Promise<Known | undefined> {
  const [known] = await db
    .select({
      contactId: contacts.id,
      workspaceId: contacts.workspaceId,
      deletedAt: contacts.deletedAt,
      isPrivate: contactHandles.isPrivate,
    })
    .from(contactHandles)
    .innerJoin(contacts, eq(contacts.id, contactHandles.contactId))
    .where(and(eq(contactHandles.registrar, registrar.code), eq(contactHandles.handle, handle)));
  return known;
}

async function insert(
  tx: Transaction,
  { workspaceId, registrar, handle }: Handle,
  { details, isPrivate }: { details: RegistrantDetails; isPrivate: boolean },
  now: Date,
): Promise<Adopted | undefined> {
  const isOwn = and(eq(contacts.workspaceId, workspaceId), isNull(contacts.deletedAt));
  if ((await tx.$count(contacts, isOwn)) >= contactLimit) {
    return undefined;
  }
  const [contact] = await tx
    .insert(contacts)
    .values({ ...details, id: newId(), workspaceId, createdAt: now, updatedAt: now })
    .returning();
  if (!contact) {
    throw new Error("the contact was not inserted");
  }
  const { id: contactId, version: sentVersion } = contact;
  await tx
    .insert(contactHandles)
    .values({ contactId, registrar: registrar.code, isPrivate, handle, sentVersion });
  return { contactId, isPrivate };
}
