import { domainNameProblemMessages, normalizeDomainName } from "@zonepost/schema";
import { storedActor } from "../../../kernel/actor.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import { adoptContact } from "../contacts/adopt-contact.ts";
import { findKnownDomain } from "../model/find-known-domain.ts";
import { insertDomain } from "../model/insert-domain.ts";
import { recordHistory } from "../notifications/record-history.ts";
import { type DomainPorts, type Registrar, RegistrarError, type RegistryDomain } from "../ports.ts";
import { reconcileIfReadable } from "../registry-sync/reconcile-domain.ts";
import { splitRegistrableName } from "../rules/find-tld-offer.ts";
import { currentNoticeWindow } from "../rules/notices.ts";
import { scheduleOf } from "../rules/schedule.ts";

export type DomainImport = {
  name: string;
  outcome: "imported" | "would_import" | "already_here" | "refused" | "failed";
  /** The expiry date, or the reason. */
  detail: string;
};

type Import = { workspaceId: string; autoRenew: boolean; isDryRun: boolean };
type ImportCtx = Ctx & DomainPorts;

/**
 * Takes over a domain that a registry already holds for us, with the registry's data. For the operator: no caller may
 * claim names. Safe to repeat.
 */
export async function importDomain(ctx: ImportCtx, text: string, how: Import): Promise<DomainImport> {
  const read = normalizeDomainName(text, { mixedScripts: "allow" });
  if (!read.ok) {
    return { name: text, outcome: "refused", detail: domainNameProblemMessages[read.problem] };
  }
  const { name } = read;
  const tld = splitRegistrableName(name)?.tld;
  if (tld === undefined) {
    return { name, outcome: "refused", detail: "not one label below a TLD" };
  }
  const known = await knownOutcome(ctx, name, how);
  if (known) {
    return known;
  }
  try {
    const found = await findAtRegistry(ctx, name, tld);
    if ("refusal" in found) {
      return { name, outcome: "refused", detail: found.refusal };
    }
    const detail = `until ${found.held.registryExpiresAt.toISOString()}`;
    if (how.isDryRun) {
      return { name, outcome: "would_import", detail };
    }
    const isComplete = await takeOver(ctx, { ...how, ...found, name, tld });
    if (isComplete === undefined) {
      return (await knownOutcome(ctx, name, how)) ?? { name, outcome: "failed", detail: "changed meanwhile" };
    }
    const missing = isComplete ? "" : "; its contacts could not be taken over";
    return { name, outcome: "imported", detail: `${detail}${missing}` };
  } catch (error) {
    if (!(error instanceof RegistrarError)) {
      throw error;
    }
    return {
      name,
      outcome: "failed",
      detail: `couldn't reach the registry (${error.reason}); try again`,
    };
  }
}

async function knownOutcome(
  ctx: ImportCtx,
  name: string,
  { workspaceId }: Import,
): Promise<DomainImport | undefined> {
  const known = await findKnownDomain(ctx, name);
  if (!known) {
    return undefined;
  }
  return known.workspaceId === workspaceId
    ? { name, outcome: "already_here", detail: known.status }
    : { name, outcome: "refused", detail: "another workspace has it" };
}

type Found = { registrar: Registrar; held: RegistryDomain };

/** At the registrar of its TLD; if the TLD isn't on offer, at any. */
async function findAtRegistry(
  ctx: ImportCtx,
  name: string,
  tld: string,
): Promise<Found | { refusal: string }> {
  const offered = ctx.registrars.forTld(tld);
  let isRegistered = false;
  for (const registrar of offered ? [offered] : ctx.registrars.all()) {
    const answer = await registrar.readDomain(name);
    if (answer.kind === "held") {
      return answer.domain.statuses.includes("pendingDelete")
        ? { refusal: "it is being deleted" }
        : { registrar, held: answer.domain };
    }
    isRegistered ||= answer.kind === "elsewhere";
  }
  return { refusal: isRegistered ? "another registrar holds it" : "it is not registered" };
}

/** Undefined if the name was taken meanwhile; false if its contacts stay with the registry alone. */
async function takeOver(
  ctx: ImportCtx,
  { workspaceId, autoRenew, registrar, held, name, tld }: Import & Found & { name: string; tld: string },
): Promise<boolean | undefined> {
  const contacts = await adoptContacts(ctx, { workspaceId, registrar, held });
  const now = await ctx.clock.now();
  const paidUntil = held.registryExpiresAt;
  const terms = { status: "active", autoRenew, paidUntil, registryExpiresAt: paidUntil } as const;
  const row = await ctx.db.transaction(async (tx) => {
    await ctx.domainZones.lockZones(tx, name);
    const inserted = await insertDomain(
      tx,
      {
        ...terms,
        workspaceId,
        name,
        tld,
        registrar: registrar.code,
        whoisPrivacy: contacts?.isPrivate ?? false,
        registeredAt: held.registeredAt,
        nameservers: held.nameservers,
        dsRecords: held.dsRecords,
        glue: held.glue,
        registryStatuses: held.statuses,
        registryContacts: held.contacts,
        contactIds: contacts?.contactIds,
        ...scheduleOf(terms, ctx.registrars.rulesOf(tld), now),
        ...(currentNoticeWindow(paidUntil, now) === undefined ? {} : { nextNoticeAt: now }),
      },
      now,
    );
    if (inserted) {
      await recordHistory(tx, ctx, [
        {
          domain: inserted,
          kind: "registration",
          action: "domain.imported",
          summary: "Imported from the registry",
          details: { nameservers: held.nameservers, expiresAt: paidUntil.toISOString() },
          occurredAt: now,
        },
      ]);
      const { nameservers } = held;
      const actor = storedActor(ctx.actor);
      await ctx.domainZones.whenDomainReturns(tx, ctx, {
        workspaceId,
        name,
        nameservers,
        actor,
        changedAt: now,
      });
    }
    return inserted;
  });
  if (!row) {
    return undefined;
  }
  if (held.statuses.includes("pendingTransfer")) {
    await reconcileIfReadable(ctx, row.id);
  }
  return contacts !== undefined || held.contacts.registrant === null;
}

/** Roles that the registry doesn't store use the registrant. Undefined without a registrant of this workspace. */
async function adoptContacts(
  ctx: ImportCtx,
  { workspaceId, registrar, held }: Pick<Import, "workspaceId"> & Found,
) {
  const adopt = (handle: string | null) =>
    handle === null ? undefined : adoptContact(ctx, { workspaceId, registrar, handle });
  const registrant = await adopt(held.contacts.registrant);
  if (!registrant) {
    return undefined;
  }
  const { contactId, isPrivate } = registrant;
  const admin = (await adopt(held.contacts.admin))?.contactId ?? contactId;
  const tech = (await adopt(held.contacts.tech))?.contactId ?? contactId;
  return { contactIds: { registrant: contactId, admin, tech }, isPrivate };
}
