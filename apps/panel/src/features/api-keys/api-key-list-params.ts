import { parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs/server";

export const apiKeySortKeys = ["name", "status", "lastUsedAt", "expiresAt"] as const;
export const apiKeyStatuses = ["active", "off", "expired", "revoked"] as const;

/** Without a `sort`, the API's order applies: active keys first, newest first. */
export const apiKeyListParams = {
  q: parseAsString.withDefault(""),
  status: parseAsStringLiteral(apiKeyStatuses),
  sort: parseAsStringLiteral(apiKeySortKeys),
  desc: parseAsBoolean.withDefault(false),
};
