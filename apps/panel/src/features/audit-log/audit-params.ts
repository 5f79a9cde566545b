import { createLoader, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { auditKinds } from "./audit-kinds.ts";

/** `from` and `until` are inclusive days in the reader's time zone. `entry` is the one open in the drawer. */
export const auditParams = {
  kind: parseAsStringLiteral(auditKinds),
  who: parseAsString.withDefault(""),
  what: parseAsString.withDefault(""),
  from: parseAsString.withDefault(""),
  until: parseAsString.withDefault(""),
  entry: parseAsString,
};

export const noAuditFilters = { kind: null, who: null, what: null, from: null, until: null };

export const loadAuditParams = createLoader(auditParams);
