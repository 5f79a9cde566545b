import { createLoader, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { auditKinds } from "./audit-kinds.ts";

/** `from` and `until` are days in the reader's time zone, both included; `entry` is the one that is open at the side. */
export const auditParams = {
  kind: parseAsStringLiteral(auditKinds),
  who: parseAsString.withDefault(""),
  what: parseAsString.withDefault(""),
  from: parseAsString.withDefault(""),
  until: parseAsString.withDefault(""),
  entry: parseAsString,
};

export const loadAuditParams = createLoader(auditParams);
