import { randomBytes } from "node:crypto";
import type { ContactDisclosure, EppCallOptions, EppClient, PostalInfo, PostalType } from "@zonepost/epp";
import type { RegistrantDetails, RegistryContacts } from "../../modules/domains/ports.ts";
import { eppPhoneNumber } from "./phone.ts";
import { hasCode, resultCode } from "./result-codes.ts";
import { toAscii } from "./to-ascii.ts";

const roles = ["admin", "tech"] as const;

const contactList = (contacts: RegistryContacts, named: readonly (typeof roles)[number][] = roles) =>
  named.flatMap((type) => (contacts[type] ? [{ type, id: contacts[type] }] : []));

export function contactFields(contacts: RegistryContacts) {
  const list = contactList(contacts);
  return {
    registrant: contacts.registrant ?? undefined,
    contacts: list.length > 0 ? list : undefined,
  };
}

export function contactChange(before: RegistryContacts, after: RegistryContacts) {
  const changed = roles.filter((role) => before[role] !== after[role]);
  const [add, remove] = [contactList(after, changed), contactList(before, changed)];
  const { registrant } = after;
  return {
    add: add.length > 0 ? { contacts: add } : undefined,
    remove: remove.length > 0 ? { contacts: remove } : undefined,
    change: registrant && registrant !== before.registrant ? { registrant } : undefined,
  };
}

// RFC 5733 section 2.9: the fields withheld for WHOIS privacy.
function disclosureOf(isPrivate: boolean): ContactDisclosure {
  const types: PostalType[] = ["int", "loc"];
  return {
    disclose: !isPrivate,
    name: types,
    organization: types,
    address: types,
    voice: true,
    fax: true,
    email: true,
  };
}

const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text);

/**
 * The `int` form in ASCII, and the `loc` form in the original script if the two differ (RFC 5733 section 2.5 allows one
 * of each).
 */
export function postalInfosOf(details: RegistrantDetails, known: readonly PostalInfo[] = []): PostalInfo[] {
  const form = (type: PostalType, write: (text: string, maxLength?: number) => string): PostalInfo => ({
    type,
    name: write(details.name),
    organization: details.organization ? write(details.organization) : undefined,
    address: {
      street: details.street.map((line) => write(line)),
      city: write(details.city),
      stateOrProvince: details.stateOrProvince ? write(details.stateOrProvince) : undefined,
      postalCode: details.postalCode ? write(details.postalCode, 16) : undefined,
      countryCode: details.countryCode,
    },
  });
  const all = [
    details.name,
    details.organization ?? "",
    ...details.street,
    details.city,
    details.stateOrProvince ?? "",
  ];
  const international = form("int", toAscii);
  // A form can't be removed from a registry, so an existing one is kept up to date.
  const isInternational = all.every(isAscii) && !known.some(({ type }) => type === "loc");
  return isInternational ? [international] : [international, form("loc", (text) => text)];
}

/** Null if there is no such contact, or another registrar's. */
export async function readContact(
  client: EppClient,
  handle: string,
): Promise<{ details: RegistrantDetails; isPrivate: boolean } | null> {
  const held = await client.contactInfo(handle).catch((error: unknown) => {
    if (hasCode(error, resultCode.doesNotExist, resultCode.notAuthorized)) {
      return undefined;
    }
    throw error;
  });
  const forms = held?.data.postalInfos ?? [];
  // The original script, if the registry has both forms.
  const form = forms.find(({ type }) => type === "loc") ?? forms[0];
  if (!held || !form) {
    return null;
  }
  const { name, organization = null, address } = form;
  const { street, city, stateOrProvince = null, postalCode = null, countryCode } = address;
  const phone = held.data.voice?.number.replace(".", "") ?? "";
  const { email, disclosure } = held.data;
  return {
    details: { name, organization, email, phone, street, city, stateOrProvince, postalCode, countryCode },
    isPrivate: disclosure?.disclose === false,
  };
}

export async function saveContact(
  client: EppClient,
  handle: string,
  details: RegistrantDetails,
  isPrivate: boolean,
  options: EppCallOptions | undefined,
): Promise<void> {
  const voice = { number: eppPhoneNumber(details.phone) };
  const { email } = details;
  const disclosure = disclosureOf(isPrivate);
  const held = await client.contactInfo(handle).catch((error: unknown) => {
    if (hasCode(error, resultCode.doesNotExist)) {
      return undefined;
    }
    throw error;
  });
  const postalInfos = postalInfosOf(details, held?.data.postalInfos);
  if (held) {
    const emptied = postalInfos.map((info) => ({ ...info, organization: info.organization ?? "" }));
    const change = { postalInfos: emptied, voice, email, disclosure };
    await client.contactUpdate(handle, { change }, options);
    return;
  }
  const authInfo = randomBytes(18).toString("base64url");
  await client.contactCreate(handle, { postalInfos, voice, email, authInfo, disclosure }, options);
}
