import { domainStatuses } from "@zonepost/schema";
import type { DomainFilter, DomainSort } from "@zonepost/schema/panel";
import {
  createLoader,
  type inferParserType,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";

export const sortKeys = [
  "name",
  "status",
  "expiresAt",
  "autoRenew",
  "locked",
  "whoisPrivacy",
] as const satisfies readonly DomainSort[];

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
  /** Bulk changes whose results are open in the drawer. */
  batch: parseAsArrayOf(parseAsString),
};

export const loadDomainListParams = createLoader(domainListParams);
type DomainListParams = inferParserType<typeof domainListParams>;
export type DomainFilters = inferParserType<typeof domainFilterParams>;

export const noFilters: DomainFilters = {
  q: "",
  status: null,
  tld: null,
  renew: null,
  locked: null,
  dnssec: null,
  within: null,
  attention: false,
};

/** What the API filters by. Values in a URL that it would refuse don't filter. */
export function domainFilterOf(filters: DomainFilters): DomainFilter {
  const { q, status, tld, renew, locked, dnssec, within, attention } = filters;
  const filter: DomainFilter = {
    q: q.trim().slice(0, 255) || undefined,
    status: status ?? undefined,
    tld: tld?.slice(0, 63) || undefined,
    renew: renew ?? undefined,
    locked: locked ?? undefined,
    dnssec: dnssec ?? undefined,
    within: within === null ? undefined : Math.min(Math.max(within, 0), 3_660),
    attention: attention || undefined,
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

/** For the export of what the list shows. */
export function queryOfDomains(filters: DomainFilters): string {
  const query = Object.entries(domainFilterOf(filters)).map(([key, value]) => [key, String(value)]);
  return query.length === 0 ? "" : `?${new URLSearchParams(query)}`;
}

export const domainPageInputOf = (params: DomainListParams) => ({
  ...domainFilterOf(params),
  sort: params.sort,
  descending: params.desc,
});
