import { contacts as contactsTable } from "@zonepost/db";
import type { DomainContacts, DomainContactsInput } from "@zonepost/schema";
import { and, eq, inArray } from "drizzle-orm";
import type { Ctx, WorkspaceCtx } from "../../../kernel/ctx.ts";
import type { BeforeOf } from "../../../kernel/fresh-proof.ts";
import { acceptedOrDone, type MaybeAccepted } from "../../../kernel/http/accepted.ts";
import { publicId, rowId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { contactsMissing, registryUnavailable } from "../errors.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { getOwnDomain } from "../model/get-own-domain.ts";
import { registrarOf } from "../model/registrar.ts";
import type { DomainPorts, RegistryContacts } from "../ports.ts";
import { type Changed, type Conditional, changeAtRegistry } from "../registry-sync/change-at-registry.ts";
import { reconcileDomain } from "../registry-sync/reconcile-domain.ts";
import { requireChangeable } from "../rules/require-changeable.ts";
import { domainContactsOf } from "./get-domain-contacts.ts";
import { prepareContacts } from "./prepare-contacts.ts";

type ChangeOfContacts = { domain: DomainRow; contacts: DomainContactsInput };

export async function readContactsBefore(
  ctx: WorkspaceCtx,
  { name, contacts }: { name: string; contacts: DomainContactsInput },
): Promise<BeforeOf<"changeDomainContacts">> {
  const domain = await getOwnDomain(ctx, name);
  return { changesEmail: await changesEmail(ctx, [{ domain, contacts }]) };
}

/** Compares each role's address. A contact that isn't in the workspace counts as another one. */
export async function changesEmail(
  ctx: WorkspaceCtx,
  changes: readonly ChangeOfContacts[],
): Promise<boolean> {
  const pairs = changes.flatMap(({ domain, contacts }) => {
    const { registrantId, adminId = registrantId, techId = registrantId } = contacts;
    return [
      [domain.registrantContactId, registrantId],
      [domain.adminContactId ?? domain.registrantContactId, adminId],
      [domain.techContactId ?? domain.registrantContactId, techId],
    ].map(([before = null, after]) => ({ before, after: rowId("con", after ?? "") ?? null }));
  });
  const ids = [...new Set(pairs.flatMap(({ before, after }) => [before, after]))].filter((id) => id !== null);
  const rows = await ctx.db
    .select({ id: contactsTable.id, email: contactsTable.email })
    .from(contactsTable)
    .where(and(inArray(contactsTable.id, ids), eq(contactsTable.workspaceId, ctx.actor.workspaceId)));
  const emails = new Map<string | null, string>(rows.map(({ id, email }) => [id, email]));
  return pairs.some(
    ({ before, after }) => before !== after && (emails.get(before) ?? "") !== emails.get(after),
  );
}

export async function changeDomainContacts(
  ctx: WorkspaceCtx & DomainPorts,
  input: { name: string; contacts: DomainContactsInput },
): Promise<MaybeAccepted<DomainContacts>> {
  requireRight(ctx.actor, "domains:write");
  const domain = await getOwnDomain(ctx, input.name);
  requireChangeable(domain);
  const { row, operation } = await applyContacts(ctx, domain, input.contacts, domain.whoisPrivacy);
  return acceptedOrDone(await domainContactsOf(ctx, row), operation);
}

/** The contacts that a domain has; without one of its own, a role uses the registrant. */
export function presentContacts({
  registrantContactId,
  adminContactId,
  techContactId,
}: Pick<
  DomainRow,
  "registrantContactId" | "adminContactId" | "techContactId"
>): Required<DomainContactsInput> {
  if (!registrantContactId) {
    throw contactsMissing();
  }
  const idOf = (id: string | null) => publicId("con", id ?? registrantContactId);
  return {
    registrantId: idOf(registrantContactId),
    adminId: idOf(adminContactId),
    techId: idOf(techContactId),
  };
}

/** For callers that have already checked the right. */
export async function applyContacts(
  ctx: Ctx & DomainPorts & Conditional,
  domain: DomainRow,
  contacts: DomainContactsInput,
  isPrivate: boolean,
): Promise<Changed> {
  const registrar = registrarOf(ctx, domain);
  const { handles, contactIds, whoisPrivacy } = await prepareContacts(
    ctx,
    registrar,
    domain,
    contacts,
    isPrivate,
  );
  const isSame =
    isSameHandles(domain.registryContacts, handles) &&
    domain.registrantContactId === contactIds.registrant &&
    domain.adminContactId === contactIds.admin &&
    domain.techContactId === contactIds.tech &&
    domain.whoisPrivacy === whoisPrivacy;
  if (isSame) {
    return { row: domain, operation: null };
  }
  const current = domain.registryContacts ? domain : (await reconcileDomain(ctx, domain.id)).row;
  const before = current.registryContacts;
  if (!before) {
    throw registryUnavailable(undefined);
  }
  return changeAtRegistry(
    ctx,
    current,
    { kind: "change_contacts", contacts: handles, contactIds, whoisPrivacy },
    async (port, options) =>
      isSameHandles(before, handles)
        ? "completed"
        : port.changeContacts(domain.name, { before, after: handles }, options),
  );
}

const isSameHandles = (one: RegistryContacts | null, other: RegistryContacts) =>
  one?.registrant === other.registrant && one.admin === other.admin && one.tech === other.tech;
