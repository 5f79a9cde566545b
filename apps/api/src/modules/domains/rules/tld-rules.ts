import type { ContactRole } from "@zonepost/schema";

export type TldRules = {
  minYears: number;
  maxYears: number;
  minLabelLength: number;
  minNameservers: number;
  maxNameservers: number;
  digestTypes: readonly number[];
  contactRoles: readonly ContactRole[];
  registrantCountryCodes: readonly string[] | null;
  /** The same in words, to follow "in". */
  registrantPlace: string | null;
  whoisPrivacy: boolean;
  transferLock: boolean;
  transferAddsYears: number;
  /** After a registration or transfer, the registry refuses transfers for this long. */
  transferBarDays: number;
  /** After expiry, before we delete the domain at the registry. */
  graceDays: number;
  redemptionDays: number;
  pendingDeleteDays: number;
};

// ICANN's registry agreements: auto-renew grace of 45 days, redemption of 30 (RFC 3915), pending delete of 5.
const generic: TldRules = {
  minYears: 1,
  maxYears: 10,
  minLabelLength: 3,
  minNameservers: 2,
  maxNameservers: 13,
  digestTypes: [2, 4],
  contactRoles: ["registrant", "admin", "tech"],
  registrantCountryCodes: null,
  registrantPlace: null,
  whoisPrivacy: true,
  transferLock: true,
  transferAddsYears: 1,
  transferBarDays: 60,
  graceDays: 30,
  redemptionDays: 30,
  pendingDeleteDays: 5,
};

// Regulation (EU) 2019/517, article 3: residents of the Union; Iceland, Liechtenstein and Norway by the EEA agreement.
const unionAndEea =
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(" ");

const rules: Readonly<Record<string, TldRules>> = {
  eu: {
    ...generic,
    minLabelLength: 2,
    registrantCountryCodes: unionAndEea,
    registrantPlace: "the European Union, Iceland, Liechtenstein or Norway",
    transferBarDays: 0,
    graceDays: 14,
    pendingDeleteDays: 0,
    whoisPrivacy: false,
  },
  de: {
    ...generic,
    minLabelLength: 1,
    maxYears: 2,
    contactRoles: ["registrant", "tech"],
    transferAddsYears: 0,
    transferBarDays: 0,
    graceDays: 7,
    pendingDeleteDays: 0,
    whoisPrivacy: false,
  },
};

/** A TLD without its own row has the generic rules. */
export const rulesOfTld = (tld: string): TldRules =>
  (Object.hasOwn(rules, tld) ? rules[tld] : undefined) ?? generic;
