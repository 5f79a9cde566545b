import type { DomainStatus, RenewalState } from "@zonepost/schema";
import type { DomainDnsCheck } from "@zonepost/schema/panel";
import { daysLeft } from "./days-left.ts";
import { standingOf } from "./domain-standing.ts";

export type ListedDomain = {
  name: string;
  unicodeName: string;
  tld: string;
  status: DomainStatus;
  autoRenew: boolean;
  locked: boolean;
  whoisPrivacy: boolean;
  hasDnssec: boolean;
  dnsCheck: DomainDnsCheck | null;
  expiresAt: string;
  renewalState: RenewalState | null;
};

type OnOrOff = "on" | "off" | null;
export type DomainFilters = {
  q: string;
  status: DomainStatus | null;
  tld: string | null;
  renew: OnOrOff;
  locked: OnOrOff;
  dnssec: OnOrOff;
  within: number | null;
  /** Only domains that someone has to act on. */
  attention: boolean;
};

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

const agrees = (wanted: OnOrOff, is: boolean) => wanted === null || is === (wanted === "on");

export function filterDomains<Row extends ListedDomain>(
  rows: Row[],
  filters: DomainFilters,
  now: Date,
): Row[] {
  const words = filters.q.trim().toLowerCase();
  const { status, tld, renew, locked, dnssec, within, attention } = filters;
  return rows.filter(
    (row) =>
      (!words || row.name.includes(words) || row.unicodeName.toLowerCase().includes(words)) &&
      (status === null || row.status === status) &&
      (tld === null || row.tld === tld) &&
      agrees(renew, row.autoRenew) &&
      agrees(locked, row.locked) &&
      agrees(dnssec, row.hasDnssec) &&
      (within === null || daysLeft(now, row.expiresAt) < within) &&
      (!attention || standingOf(row, now).needsAttention),
  );
}
