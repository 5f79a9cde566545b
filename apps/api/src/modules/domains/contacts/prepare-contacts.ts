import { randomBytes } from "node:crypto";
import { contactHandles, contacts, type Transaction } from "@zonepost/db";
import type { DomainContactsInput } from "@zonepost/schema";
import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { type FieldError, invalid } from "../../../kernel/errors.ts";
import { rowId } from "../../../kernel/ids.ts";
import { asAppError, registryUnavailable } from "../errors.ts";
import {
  type DomainPorts,
  isOutcomeUnknown,
  type Registrar,
  RegistrarError,
  type RegistryContacts,
} from "../ports.ts";
import type { ContactIds } from "../registry-sync/intents/intent-change.ts";
import { contactProblems } from "./contact-policy.ts";
import { type ContactRow, detailsOfContact } from "./contact-row.ts";

type RegistrarPorts = Pick<DomainPorts, "registrars">;
type Purpose = { workspaceId: string; tld: string };

export type PreparedContacts = {
  /** Null for a role that the TLD doesn't have. */
  handles: RegistryContacts;
  /** Contact row ids by role; an omitted role uses the registrant. */
  contactIds: ContactIds;
  /** False for TLDs that don't offer privacy. */
  whoisPrivacy: boolean;
};

type FoundContacts = { contactIds: ContactIds; rows: ReadonlyMap<string, ContactRow> };

/**
 * Finds the contacts that an input names and checks them against the TLD. Makes no registry calls, so a dry run can use
 * it. Pointers begin at `base`, such as "/contacts".
 */
export async function findContacts(
  ctx: Pick<Ctx, "db"> & RegistrarPorts,
  purpose: Purpose,
  input: DomainContactsInput,
  base = "",
): Promise<({ problems: [] } & FoundContacts) | { problems: [FieldError, ...FieldError[]] }> {
  const named = { registrant: input.registrantId, admin: input.adminId, tech: input.techId };
  const idOf = (text: string) => rowId("con", text) ?? "";
  const ids = Object.values(named).flatMap((text) => (text ? (rowId("con", text) ?? []) : []));
  const found = await ctx.db
    .select()
    .from(contacts)
    .where(
      and(
        inArray(contacts.id, ids),
        eq(contacts.workspaceId, purpose.workspaceId),
        isNull(contacts.deletedAt),
      ),
    );
  const rows = new Map(found.map((row) => [row.id, row]));
  const rules = ctx.registrars.rulesOf(purpose.tld);
  const problems = (["registrant", "admin", "tech"] as const).flatMap((role) => {
    const text = named[role];
    if (text === undefined) {
      return [];
    }
    const pointer = `${base}/${role}Id`;
    const row = rows.get(idOf(text));
    if (!row) {
      return [{ pointer, message: "This contact does not exist in this workspace." }];
    }
    return contactProblems(rules, row, role).map(({ message }) => ({ pointer, message }));
  });
  const [first, ...more] = problems;
  if (first) {
    return { problems: [first, ...more] };
  }
  const registrant = idOf(named.registrant);
  const contactIds = {
    registrant,
    admin: named.admin ? idOf(named.admin) : registrant,
    tech: named.tech ? idOf(named.tech) : registrant,
  };
  return { problems: [], contactIds, rows };
}

/**
 * Sends the current contacts to the registry where needed and returns their handles. Safe to repeat and to run
 * concurrently: a contact has one handle per registrar and privacy setting. Throws 422 for missing or unsuitable
 * contacts and 503 if the registry is unavailable.
 */
export async function prepareContacts(
  ctx: Ctx & RegistrarPorts,
  registrar: Registrar,
  purpose: Purpose,
  input: DomainContactsInput,
  isPrivate: boolean,
  base = "",
): Promise<PreparedContacts> {
  const found = await findContacts(ctx, purpose, input, base);
  if (!("contactIds" in found)) {
    throw invalid(found.problems);
  }
  const { contactIds } = found;
  const rules = ctx.registrars.rulesOf(purpose.tld);
  const whoisPrivacy = isPrivate && rules.whoisPrivacy;
  const known = new Map<string, string>();
  for (const role of rules.contactRoles) {
    const contactId = contactIds[role];
    if (known.has(contactId)) {
      continue;
    }
    const handle = await sendContact(ctx, registrar, { contactId, isPrivate: whoisPrivacy }).catch(
      (error: unknown) => {
        // The domain is unchanged, and the contact is sent again next time, whether or not this attempt arrived.
        throw isOutcomeUnknown(error) ? registryUnavailable(error) : asAppError(error);
      },
    );
    known.set(contactId, handle);
  }
  const handleOf = (role: keyof ContactIds) =>
    rules.contactRoles.includes(role) ? (known.get(contactIds[role]) ?? null) : null;
  const handles = { registrant: handleOf("registrant"), admin: handleOf("admin"), tech: handleOf("tech") };
  return { handles, contactIds, whoisPrivacy };
}

type Which = { contactId: string; isPrivate: boolean };

/**
 * Sends a contact under its handle until the registry has our version. The row is stored before anything is sent, so
 * the handle can be found after a crash. Throws {@link RegistrarError}.
 */
export async function sendContact(ctx: Ctx, registrar: Registrar, which: Which): Promise<string> {
  for (;;) {
    const [row] = await ctx.db
      .select({
        contact: contacts,
        handle: contactHandles.handle,
        sentVersion: contactHandles.sentVersion,
      })
      .from(contactHandles)
      .innerJoin(contacts, eq(contacts.id, contactHandles.contactId))
      .where(isHandle(registrar.code, which));
    if (!row) {
      // If another process took the row, or the random handle is taken, the next round finds or generates one.
      await ctx.db
        .insert(contactHandles)
        .values({ ...which, registrar: registrar.code, handle: newHandle() })
        .onConflictDoNothing();
      continue;
    }
    const { contact, handle, sentVersion } = row;
    if (sentVersion === contact.version) {
      return handle;
    }
    await save(registrar, handle, contact, which.isPrivate);
    // If the contact changed meanwhile, or a newer version was sent before ours arrived, send it again.
    if (await ctx.db.transaction((tx) => markSent(tx, registrar.code, which, contact.version))) {
      return handle;
    }
  }
}

const isHandle = (registrarCode: string, { contactId, isPrivate }: Which) =>
  and(
    eq(contactHandles.contactId, contactId),
    eq(contactHandles.registrar, registrarCode),
    eq(contactHandles.isPrivate, isPrivate),
  );

/** RFC 5730's clIDType allows 3 to 16 characters; 14 hexadecimal digits can't be guessed. */
const newHandle = (): string => `zp${randomBytes(7).toString("hex")}`;

/** Retries once if the response was lost, or if a concurrent call created the handle. */
async function save(registrar: Registrar, handle: string, contact: ContactRow, isPrivate: boolean) {
  const details = detailsOfContact(contact);
  await registrar.saveContact(handle, details, isPrivate).catch(async (error: unknown) => {
    const shouldRetry =
      isOutcomeUnknown(error) || (error instanceof RegistrarError && error.reason === "exists");
    if (!shouldRetry) {
      throw error;
    }
    await registrar.saveContact(handle, details, isPrivate);
  });
}

async function markSent(
  tx: Transaction,
  registrarCode: string,
  which: Which,
  version: number,
): Promise<boolean> {
  const [contact] = await tx
    .select({ version: contacts.version })
    .from(contacts)
    .where(eq(contacts.id, which.contactId))
    .for("share");
  if (contact?.version !== version) {
    return false;
  }
  await tx.update(contactHandles).set({ sentVersion: version }).where(isHandle(registrarCode, which));
  return true;
}
