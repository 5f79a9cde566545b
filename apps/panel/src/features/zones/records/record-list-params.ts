import { parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs/server";

export const recordSortKeys = ["name", "type", "ttl"] as const;

export const recordListParams = {
  q: parseAsString.withDefault(""),
  type: parseAsString,
  sort: parseAsStringLiteral(recordSortKeys).withDefault("name"),
  desc: parseAsBoolean.withDefault(false),
};
