import { parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs/server";

export const mailSortKeys = ["domainName", "planSlug", "accountCount", "activatedAt"] as const;

export const mailListParams = {
  q: parseAsString.withDefault(""),
  sort: parseAsStringLiteral(mailSortKeys).withDefault("domainName"),
  desc: parseAsBoolean.withDefault(false),
};
