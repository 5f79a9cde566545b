import type { MailDomainSort } from "@zonepost/schema/panel";
import {
  createLoader,
  type inferParserType,
  parseAsBoolean,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { wordsOf } from "../../lib/next-page.ts";

export const mailSortKeys = [
  "domainName",
  "planSlug",
  "accountCount",
  "activatedAt",
] as const satisfies readonly MailDomainSort[];

export const mailListParams = {
  q: parseAsString.withDefault(""),
  sort: parseAsStringLiteral(mailSortKeys).withDefault("domainName"),
  desc: parseAsBoolean.withDefault(false),
};

export const loadMailListParams = createLoader(mailListParams);

export const mailPageInputOf = ({ q, sort, desc }: inferParserType<typeof mailListParams>) => ({
  q: wordsOf(q),
  sort,
  descending: desc,
});
