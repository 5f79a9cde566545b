import { contactHandles, contacts, domains, type Transaction } from "@zonepost/db";
import { type Contact, type ContactPatch, contactInput } from "@zonepost/schema";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { wakeWorkers } from "../../../kernel/due-work/wake.ts";
import { invalid, notFound } from "../../../kernel/errors.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { queueChangeNotices } from "../../accounts/index.ts";
import { asAppError, contactChangedMeanwhile, registryUnavailable } from "../errors.ts";
import { isHeld } from "../model/get-own-domain.ts";
import { recordHistory } from "../notifications/record-history.ts";
import { type DomainPorts, isOutcomeUnknown, type RegistrantDetails } from "../ports.ts";
import { contactFormProblems, contactProblems } from "./contact-policy.ts";
import { type ContactRow, detailsOfContact } from "./contact-row.ts";
import { getOwnContact, presentContact } from "./list-contacts.ts";

/** Limits the number of domains whose history gets an entry for one registrant change. */
const historyLimit = 1000;

/**
 * Updates the registries first: if one is unavailable or refuses, our row is unchanged, and {@link pushContacts}
 * resends the handles whose content is uncertain.
 */
export async function updateContact(
  ctx: WorkspaceCtx & DomainPorts,
  input: { id: string; patch: ContactPatch },
): Promise<Contact> {
  requireRight(ctx.actor, "contacts:write");
  const before = await getOwnContact(ctx, input.id);
  const patch = Object.fromEntries(Object.entries(input.patch).filter(([, value]) => value !== undefined));
  const after: RegistrantDetails = { ...detailsOfContact(before), ...patch };
  const changed = fieldsThatDiffer(detailsOfContact(before), after);
  if (changed.length === 0) {
    return presentContact(ctx.db, before);
  }
  await requireSuitable(ctx, before, after);

  const sent: string[] = [];
  try {
    await sendToRegistries(ctx, before, after, sent);
    const row = await ctx.db.transaction((tx) => save(tx, ctx, { before, after, changed, sent }));
    return await presentContact(ctx.db, row);
  } catch (error) {
    await distrustHandles(ctx, before.id);
    throw error;
  }
}

async function distrustHandles(ctx: WorkspaceCtx, contactId: string): Promise<void> {
  await ctx.db.update(contactHandles).set({ sentVersion: 0 }).where(eq(contactHandles.contactId, contactId));
  await wakeWorkers(ctx.db, "sync");
}

const fieldsThatDiffer = (before: RegistrantDetails, after: RegistrantDetails) =>
  contactInput
    .keyof()
    .options.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));

async function requireSuitable(
  ctx: WorkspaceCtx & DomainPorts,
  before: ContactRow,
  after: RegistrantDetails,
): Promise<void> {
  const held = await ctx.db
    .selectDistinct({ tld: domains.tld })
    .from(domains)
    .where(and(eq(domains.registrantContactId, before.id), isHeld));
  const problems =
    held
      .map(({ tld }) => contactProblems(ctx.registrars.rulesOf(tld), after))
      .sort((one, other) => other.length - one.length)[0] ?? contactFormProblems(after);
  if (problems.length > 0) {
    throw invalid(problems);
  }
}

async function sendToRegistries(
  ctx: WorkspaceCtx & DomainPorts,
  contact: ContactRow,
  details: RegistrantDetails,
  sent: string[],
): Promise<void> {
  const handles = await ctx.db
    .update(contactHandles)
    .set({ sentVersion: 0 })
    .where(eq(contactHandles.contactId, contact.id))
    .returning();
  for (const { registrar, handle, isPrivate } of handles) {
    const port = ctx.registrars.byCode(registrar);
    if (!port) {
      throw new Error(`no registrar is configured for a handle of ${contact.id}`);
    }
    await port.saveContact(handle, details, isPrivate).catch((error: unknown) => {
      throw isOutcomeUnknown(error) ? registryUnavailable(error) : asAppError(error);
    });
    sent.push(handle);
  }
}

type Saved = { before: ContactRow; after: RegistrantDetails; changed: string[]; sent: string[] };

async function save(
  tx: Transaction,
  ctx: WorkspaceCtx,
  { before, after, changed, sent }: Saved,
): Promise<ContactRow> {
  const now = await ctx.clock.now();
  const [locked] = await tx.select().from(contacts).where(eq(contacts.id, before.id)).for("update");
  if (!locked || locked.deletedAt) {
    throw notFound();
  }
  if (locked.version !== before.version) {
    throw contactChangedMeanwhile();
  }
  const version = before.version + 1;
  const [row] = await tx
    .update(contacts)
    .set({ ...after, version, updatedAt: now })
    .where(eq(contacts.id, before.id))
    .returning();
  if (!row) {
    throw notFound();
  }
  // If another process sent this handle meanwhile, its older details may have arrived last, so send it again.
  const isOurs = sql`${contactHandles.sentVersion} = 0 and ${inArray(contactHandles.handle, sent)}`;
  await tx
    .update(contactHandles)
    .set({ sentVersion: sql`case when ${isOurs} then ${version}::int else 0 end` })
    .where(eq(contactHandles.contactId, before.id));
  await recordInHistories(tx, ctx, row, changed, now);
  await audit(tx, ctx, {
    workspaceId: row.workspaceId,
    action: "contact.updated",
    target: publicId("con", row.id),
    details: { fields: changed },
    occurredAt: now,
  });
  if (before.email !== after.email) {
    await queueChangeNotices(tx, ctx, [
      {
        workspaceId: row.workspaceId,
        kind: "contact_email",
        target: after.name,
        detail: `${before.email} → ${after.email}`,
        concerned: [before.email],
        occurredAt: now,
      },
    ]);
  }
  return row;
}

async function recordInHistories(
  tx: Transaction,
  ctx: WorkspaceCtx,
  contact: ContactRow,
  changed: string[],
  now: Date,
): Promise<void> {
  const held = await tx
    .select({ id: domains.id, workspaceId: domains.workspaceId, name: domains.name })
    .from(domains)
    .where(and(eq(domains.registrantContactId, contact.id), isHeld))
    .orderBy(asc(domains.id))
    .limit(historyLimit);
  await recordHistory(
    tx,
    ctx,
    held.map((domain) => ({
      domain,
      kind: "contact_change",
      action: null,
      summary: "Registrant details changed",
      details: { contact: publicId("con", contact.id), fields: changed },
      occurredAt: now,
    })),
  );
}
