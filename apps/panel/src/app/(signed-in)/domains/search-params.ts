import { domainStatuses } from "@zonepost/schema";
import { parseAsBoolean, parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs/server";

export const sortKeys = ["name", "status", "expiresAt", "autoRenew", "whoisPrivacy"] as const;

/** What the list shows and in which order, as it stands in the address. */
export const domainListParams = {
  q: parseAsString.withDefault(""),
  status: parseAsStringLiteral(domainStatuses),
  renew: parseAsStringLiteral(["on", "off"] as const),
  within: parseAsInteger,
  sort: parseAsStringLiteral(sortKeys).withDefault("name"),
  desc: parseAsBoolean.withDefault(false),
};
