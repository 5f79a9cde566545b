import { renewalStates } from "@zonepost/schema";
import { parseAsBoolean, parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs/server";

export const renewalSortKeys = ["name", "date", "total"] as const;

export const renewalListParams = {
  q: parseAsString.withDefault(""),
  state: parseAsStringLiteral(renewalStates),
  sort: parseAsStringLiteral(renewalSortKeys),
  desc: parseAsBoolean.withDefault(false),
  page: parseAsInteger.withDefault(1),
};
