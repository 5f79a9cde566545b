import { domainStatuses } from "@zonepost/schema";
import {
  parseAsArrayOf,
  parseAsBoolean,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";

export const sortKeys = ["name", "status", "expiresAt", "autoRenew", "locked", "whoisPrivacy"] as const;

const onOrOff = () => parseAsStringLiteral(["on", "off"] as const);

/** What narrows the list, as it stands in the address. */
const domainFilterParams = {
  q: parseAsString.withDefault(""),
  status: parseAsStringLiteral(domainStatuses),
  tld: parseAsString,
  renew: onOrOff(),
  locked: onOrOff(),
  dnssec: onOrOff(),
  within: parseAsInteger,
};

/** What the list shows and in which order, as it stands in the address. */
export const domainListParams = {
  ...domainFilterParams,
  sort: parseAsStringLiteral(sortKeys).withDefault("name"),
  desc: parseAsBoolean.withDefault(false),
  page: parseAsInteger.withDefault(1),
  /** Changes of many domains whose results stand at the side. */
  batch: parseAsArrayOf(parseAsString),
};
