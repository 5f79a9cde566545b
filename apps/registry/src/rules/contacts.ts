import type { DomainContact } from "@zonepost/epp";
import { Refusal } from "../refusal.ts";
import type { ContactRole } from "./profiles.ts";
import type { TldRules } from "./tlds.ts";

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
