import type { ContactStatus, DomainContact, TransferState } from "@zonepost/epp";
import { Refusal } from "../refusal.ts";
import type { Notice } from "./domain.ts";
import type { ContactRole } from "./profiles.ts";
import type { TldRules } from "./tlds.ts";
import { addDays } from "./years.ts";

export type DomainContacts = {
  registrant: string | null;
  contacts: readonly DomainContact[];
};

export function missingContacts(held: DomainContacts, rules: TldRules): ContactRole[] {
  return rules.profile.neededContacts.filter((role) =>
    role === "registrant" ? held.registrant === null : !held.contacts.some(({ type }) => type === role),
  );
}

export function assertStored({ registrant, contacts }: DomainContacts, { tld, profile }: TldRules): void {
  if (!profile.storesContacts && (registrant !== null || contacts.length > 0)) {
    throw new Refusal(2306, `.${tld} has no contacts`);
  }
}

/** Removes, then adds (RFC 5731 section 3.2.5). */
export function changeContacts(
  current: readonly DomainContact[],
  removed: readonly DomainContact[],
  added: readonly DomainContact[],
): DomainContact[] {
  const isSame = (left: DomainContact, right: DomainContact) =>
    left.type === right.type && left.id === right.id;
  let contacts = [...current];
  for (const contact of removed) {
    const left = contacts.filter((held) => !isSame(held, contact));
    if (left.length === contacts.length) {
      throw new Refusal(2303, `${contact.id} is not a ${contact.type} contact of this domain`);
    }
    contacts = left;
  }
  for (const { type, id } of added) {
    if (contacts.some((held) => isSame(held, { type, id }))) {
      throw new Refusal(2302, `${id} is a ${type} contact of this domain already`);
    }
    contacts.push({ type, id });
  }
  return contacts;
}

/** Whether a registrant from these countries is eligible for names in this TLD. */
export function assertRegistrantCountry(countries: readonly string[], rules: TldRules): void {
  const { registrantCountries } = rules.profile;
  if (!registrantCountries) {
    return;
  }
  const strange = countries.find((country) => !registrantCountries.has(country.toUpperCase()));
  if (strange !== undefined) {
    throw new Refusal(
      2306,
      `registrants of .${rules.tld} live in the European Economic Area, not in ${strange}`,
    );
  }
}

/** After this long without an answer of the losing registrar, the registry approves a transfer. */
const transferWindowDays = 5;

/** The parts of a contact that a transfer concerns. */
type Transferable = {
  id: string;
  sponsor: string;
  statuses: ContactStatus[];
  authInfoHash: string | null;
  /** The latest one, pending or completed. */
  transfer: TransferState | null;
  transferDueAt: Date | null;
  transferredAt: Date | null;
};

type Transferred<Contact> = { contact: Contact; transfer: TransferState; notices: Notice[] };

/** RFC 5733 section 3.2.4: starts a transfer and notifies the losing registrar. */
export function requestContactTransfer<Contact extends Transferable>(
  contact: Contact,
  by: string,
  now: Date,
): Transferred<Contact> {
  if (contact.sponsor === by) {
    throw new Refusal(2106, "you sponsor this contact already");
  }
  if (contact.transferDueAt) {
    throw new Refusal(2300, "a transfer is pending");
  }
  const blocking = contact.statuses.find((status) => /TransferProhibited$/.test(status));
  if (blocking) {
    throw new Refusal(2304, `${blocking} is set`);
  }
  const dueAt = addDays(now, transferWindowDays);
  const transfer: TransferState = {
    status: "pending",
    requestedBy: by,
    requestedAt: now,
    actedBy: contact.sponsor,
    actedAt: dueAt,
  };
  const text = `${by} asks for the transfer of the contact ${contact.id}.`;
  return {
    contact: { ...contact, transfer, transferDueAt: dueAt },
    transfer,
    notices: [transferNotice(contact, transfer, contact.sponsor, now, text)],
  };
}

const endingOf = {
  clientApproved: "was approved",
  serverApproved: "was approved by the registry",
  clientRejected: "was rejected",
  clientCancelled: "was canceled",
} as const;

/** Ends a transfer and notifies both registrars. */
export function endContactTransfer<Contact extends Transferable>(
  contact: Contact,
  pending: TransferState,
  status: keyof typeof endingOf,
  at: Date,
): Transferred<Contact> {
  const { requestedBy: gaining } = pending;
  const losing = contact.sponsor;
  const actedBy = status === "clientCancelled" ? gaining : losing;
  const transfer: TransferState = { ...pending, status, actedBy, actedAt: at };
  const ended: Contact = { ...contact, transfer, transferDueAt: null };
  const isApproved = status === "clientApproved" || status === "serverApproved";
  const text = `The transfer of the contact ${contact.id} to ${gaining} ${endingOf[status]}.`;
  return {
    // Removes the losing registrar's statuses and the used authorization information, as for a domain.
    contact: isApproved
      ? {
          ...ended,
          sponsor: gaining,
          statuses: contact.statuses.filter((held) => !held.startsWith("client")),
          authInfoHash: null,
          transferredAt: at,
        }
      : ended,
    transfer,
    notices: [gaining, losing].map((side) => transferNotice(contact, transfer, side, at, text)),
  };
}

const transferNotice = (
  { id }: Transferable,
  transfer: TransferState,
  registrar: string,
  queuedAt: Date,
  text: string,
): Notice => ({
  registrar,
  queuedAt,
  text,
  subject: { type: "contact:transfer", transfer: { id, ...transfer } },
});
