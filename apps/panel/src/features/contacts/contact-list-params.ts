import { parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs/server";

export const contactSortKeys = ["name", "countryCode", "domainCount"] as const;

/** The URL value for a new contact. */
export const newContact = "new";

export const contactListParams = {
  q: parseAsString.withDefault(""),
  contact: parseAsString,
  sort: parseAsStringLiteral(contactSortKeys),
  desc: parseAsBoolean.withDefault(false),
};
