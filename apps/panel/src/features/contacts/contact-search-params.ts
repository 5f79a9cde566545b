import { parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs/server";

export const contactSortKeys = ["name", "countryCode", "domainCount"] as const;

/** What stands for a contact that is not there yet, in the address. */
export const newContact = "new";

/** What the list shows, and which contact is open at the side. */
export const contactListParams = {
  q: parseAsString.withDefault(""),
  contact: parseAsString,
  sort: parseAsStringLiteral(contactSortKeys),
  desc: parseAsBoolean.withDefault(false),
};
