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

const domainFilterParams = {
  q: parseAsString.withDefault(""),
  status: parseAsStringLiteral(domainStatuses),
  tld: parseAsString,
  renew: onOrOff(),
  locked: onOrOff(),
  dnssec: onOrOff(),
  within: parseAsInteger,
  attention: parseAsBoolean.withDefault(false),
};

export const domainListParams = {
  ...domainFilterParams,
  sort: parseAsStringLiteral(sortKeys).withDefault("expiresAt"),
  desc: parseAsBoolean.withDefault(false),
  page: parseAsInteger.withDefault(1),
  /** Bulk changes whose results are open in the drawer. */
  batch: parseAsArrayOf(parseAsString),
};
