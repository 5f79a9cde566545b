import { describe, expect, it } from "vitest";
import { type DomainFilters, filterDomains, type ListedDomain, noFilters } from "./domain-filters.ts";

const now = new Date("2026-06-01T00:00:00.000Z");
const domain = (name: string, more: Partial<ListedDomain> = {}): ListedDomain => ({
  name,
  unicodeName: name,
  tld: name.split(".").at(-1) ?? "",
  status: "active",
  autoRenew: true,
  locked: true,
  whoisPrivacy: true,
  hasDnssec: false,
  dnsCheck: null,
  expiresAt: "2027-01-01T00:00:00.000Z",
  renewalState: "scheduled",
  ...more,
});
const rows = [
  domain("alder.com", { hasDnssec: true }),
  domain("birch.de", { locked: false }),
  domain("xn--bckerei-1wa.de", { unicodeName: "bäckerei.de", autoRenew: false }),
  domain("cedar.com", { status: "expired", expiresAt: "2026-05-20T00:00:00.000Z" }),
];
const names = (filters: Partial<DomainFilters>) =>
  filterDomains(rows, { ...noFilters, ...filters }, now).map(({ name }) => name);

describe("filterDomains", () => {
  it("shows all without a filter, and otherwise those that match every filter", () => {
    expect(names({})).toHaveLength(4);
    expect(names({ tld: "com", status: "active" })).toEqual(["alder.com"]);
    expect(names({ tld: "de", dnssec: "on" })).toEqual([]);
  });

  it("finds names in their own script and as A-labels", () => {
    expect(names({ q: " Bäck" })).toEqual(["xn--bckerei-1wa.de"]);
    expect(names({ q: "xn--b" })).toEqual(["xn--bckerei-1wa.de"]);
  });

  it("distinguishes on, off and either", () => {
    expect(names({ renew: "off" })).toEqual(["xn--bckerei-1wa.de"]);
    expect(names({ locked: "off" })).toEqual(["birch.de"]);
    expect(names({ dnssec: "on" })).toEqual(["alder.com"]);
  });

  it("includes expired domains in those expiring soon", () => {
    expect(names({ within: 30 })).toEqual(["cedar.com"]);
  });

  it("finds the domains that need attention", () => {
    expect(names({ attention: true })).toEqual(["cedar.com"]);
  });

  it("counts a failed renewal among what needs attention", () => {
    const declined = domain("elm.com", { renewalState: "failed" });
    const attention = { ...noFilters, attention: true };
    expect(filterDomains([domain("fir.com"), declined], attention, now)).toEqual([declined]);
  });
});
