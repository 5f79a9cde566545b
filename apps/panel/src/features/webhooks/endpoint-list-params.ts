import { parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs/server";

export const endpointSortKeys = ["url", "status", "createdAt"] as const;

export const endpointListParams = {
  tag: parseAsString,
  q: parseAsString.withDefault(""),
  sort: parseAsStringLiteral(endpointSortKeys).withDefault("createdAt"),
  desc: parseAsBoolean.withDefault(true),
};
