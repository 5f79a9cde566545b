import { parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs/server";

export const apiKeySortKeys = ["name", "status", "lastUsedAt", "expiresAt"] as const;
export const apiKeyStatuses = ["active", "expired", "revoked"] as const;

/** Without a `sort` they stand as the service lists them: those that work first, the newest of them at the top. */
export const apiKeyListParams = {
  q: parseAsString.withDefault(""),
  status: parseAsStringLiteral(apiKeyStatuses),
  sort: parseAsStringLiteral(apiKeySortKeys),
  desc: parseAsBoolean.withDefault(false),
};
