import type { ContactSort } from "@zonepost/schema/panel";
import {
  createLoader,
  type inferParserType,
  parseAsBoolean,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { wordsOf } from "../../lib/next-page.ts";

export const contactSortKeys = [
  "name",
  "countryCode",
  "domainCount",
] as const satisfies readonly ContactSort[];

/** The URL value for a new contact. */
export const newContact = "new";

export const contactListParams = {
  q: parseAsString.withDefault(""),
  contact: parseAsString,
  sort: parseAsStringLiteral(contactSortKeys),
  desc: parseAsBoolean.withDefault(false),
};

export const loadContactListParams = createLoader(contactListParams);

/** Without a column to sort by, the oldest first. */
export const contactPageInputOf = ({
  q,
  sort,
  desc,
}: Omit<inferParserType<typeof contactListParams>, "contact">) => ({
  q: wordsOf(q),
  sort: sort ?? undefined,
  descending: sort !== null && desc,
});
