import type { MailAccountSort } from "@zonepost/schema/panel";
import {
  createLoader,
  type inferParserType,
  parseAsBoolean,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { wordsOf } from "../../../lib/next-page.ts";

export const accountSortKeys = [
  "fullAddress",
  "displayName",
  "usedBytes",
  "lastLoginAt",
] as const satisfies readonly MailAccountSort[];

export const accountListParams = {
  q: parseAsString.withDefault(""),
  sort: parseAsStringLiteral(accountSortKeys).withDefault("fullAddress"),
  desc: parseAsBoolean.withDefault(false),
};

export const loadAccountListParams = createLoader(accountListParams);

export const accountPageInputOf = (
  domainName: string,
  { q, sort, desc }: inferParserType<typeof accountListParams>,
) => ({ domainName, q: wordsOf(q), sort, descending: desc });
