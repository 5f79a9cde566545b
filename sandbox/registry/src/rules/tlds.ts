import { be, de, eu, gtld, type Profile, thin } from "./profiles.ts";

/** The rules and prices of a TLD. */
export type TldRules = {
  tld: string;
  minYears: number;
  /** The longest registration period, from now to the expiry date. */
  maxYears: number;
  minLabelLength: number;
  dnssec: boolean;
  profile: Profile;
  /** DS digest types that may be published (IANA registry "DS RR Type Digest Algorithms"). */
  digestTypes: readonly number[];
  prices: TldPrices;
};

/** In cents, without value added tax. */
type TldPrices = {
  createPerYear: number;
  renewPerYear: number;
  transfer: number;
  restore: number;
};

export const currency = "EUR";

/** The price factor of premium names, except for a restore. */
export const premiumFactor = 25;

/** DS algorithms that may be published (IANA registry "DNS Security Algorithm Numbers", column "Zone Signing"). */
export const dsAlgorithms: ReadonlySet<number> = new Set([5, 7, 8, 10, 13, 14, 15, 16]);

/** Digits of a hexadecimal digest, by digest type (RFC 3658, RFC 4509, RFC 6605). */
export const digestHexLengths: ReadonlyMap<number, number> = new Map([
  [1, 40],
  [2, 64],
  [4, 96],
]);

export const maxDsRecords = 12;
export const minNameservers = 2;
export const maxNameservers = 13;

function prices(createPerYear: number, restore: number): TldPrices {
  return { createPerYear, renewPerYear: createPerYear, transfer: createPerYear, restore };
}

/** The sandbox sells the first seven. The others are for tests of registries with other interfaces. */
const rules: TldRules[] = [
  {
    tld: "com",
    minYears: 1,
    maxYears: 10,
    minLabelLength: 3,
    dnssec: true,
    profile: gtld,
    digestTypes: [1, 2, 4],
    prices: prices(1188, 7900),
  },
  {
    tld: "net",
    minYears: 1,
    maxYears: 10,
    minLabelLength: 3,
    dnssec: true,
    profile: gtld,
    digestTypes: [1, 2, 4],
    prices: prices(1392, 7900),
  },
  {
    tld: "org",
    minYears: 1,
    maxYears: 10,
    minLabelLength: 3,
    dnssec: true,
    profile: gtld,
    digestTypes: [1, 2, 4],
    prices: prices(1296, 8200),
  },
  {
    tld: "dev",
    minYears: 1,
    maxYears: 10,
    minLabelLength: 3,
    dnssec: true,
    profile: gtld,
    digestTypes: [2, 4],
    prices: prices(1488, 9000),
  },
  {
    tld: "io",
    minYears: 1,
    maxYears: 10,
    minLabelLength: 3,
    dnssec: true,
    profile: gtld,
    digestTypes: [1, 2, 4],
    prices: { createPerYear: 3990, renewPerYear: 4590, transfer: 4590, restore: 12000 },
  },
  {
    tld: "eu",
    minYears: 1,
    maxYears: 10,
    minLabelLength: 2,
    dnssec: true,
    profile: eu,
    digestTypes: [1, 2, 4],
    prices: prices(894, 3500),
  },
  {
    tld: "de",
    minYears: 1,
    maxYears: 2,
    minLabelLength: 1,
    dnssec: true,
    profile: de,
    digestTypes: [1, 2, 4],
    prices: prices(790, 4900),
  },
  {
    tld: "cc",
    minYears: 1,
    maxYears: 10,
    minLabelLength: 3,
    dnssec: true,
    profile: thin,
    digestTypes: [1, 2, 4],
    prices: prices(1100, 7900),
  },
  {
    tld: "be",
    minYears: 1,
    maxYears: 1,
    minLabelLength: 2,
    dnssec: true,
    profile: be,
    digestTypes: [2],
    prices: prices(600, 4000),
  },
];

export const tldRules: ReadonlyMap<string, TldRules> = new Map(rules.map((rule) => [rule.tld, rule]));
