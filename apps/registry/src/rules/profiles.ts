/** The grace periods in which a registration, renewal or transfer can be taken back (RFC 3915 section 3.1). */
export type GraceStatus = "addPeriod" | "renewPeriod" | "autoRenewPeriod" | "transferPeriod";

export type ContactRole = "registrant" | "admin" | "tech";

/** How the domains of a kind of registry live: all that differs between top-level domains, prices apart. */
export type Profile = {
  kind: "gtld" | "eu" | "de";
  /** 0: no such period. */
  graceDays: Readonly<Record<GraceStatus, number>>;
  redemptionDays: number;
  /** After redemption, when nobody can bring the domain back any more; 0: it is free at once. */
  pendingDeleteDays: number;
  /** How long a restore may await its report (RFC 3915 section 4.2.5); 0: restored at once, without one. */
  restoreReportDays: number;
  /** How long the losing side may decide; 0: the authorization information is enough. */
  transferWindowDays: number;
  /** What a transfer adds to the registration. */
  transferYears: 0 | 1;
  /** After a registration or a transfer, no further transfer for so long. */
  transferLockDays: number;
  neededContacts: readonly ContactRole[];
  /** Where registrants live (ISO 3166-1); anywhere when left out. */
  registrantCountries?: ReadonlySet<string>;
  /** Hosts that need no addresses here come into being when a domain is delegated to them. */
  implicitExternalHosts: boolean;
};

/** A domain that is restored after its expiry date can be renewed by its registrar for so long; then the registry does it. */
export const renewalAfterRestoreDays = 5;

// Regulation (EU) 2019/517, article 3: the European Union, and Iceland, Liechtenstein and Norway beside it.
const europeanEconomicArea: ReadonlySet<string> = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(" "),
);

/** Lengths as ICANN's registry agreements have them. */
export const gtld: Profile = {
  kind: "gtld",
  graceDays: { addPeriod: 5, renewPeriod: 5, autoRenewPeriod: 45, transferPeriod: 5 },
  redemptionDays: 30,
  pendingDeleteDays: 5,
  restoreReportDays: 7,
  transferWindowDays: 5,
  transferYears: 1,
  transferLockDays: 60,
  neededContacts: ["registrant", "admin", "tech"],
  implicitExternalHosts: true,
};

export const eu: Profile = {
  ...gtld,
  kind: "eu",
  pendingDeleteDays: 0,
  restoreReportDays: 0,
  transferWindowDays: 0,
  transferLockDays: 0,
  neededContacts: ["registrant", "tech"],
  registrantCountries: europeanEconomicArea,
};

export const de: Profile = {
  ...gtld,
  kind: "de",
  graceDays: { addPeriod: 5, renewPeriod: 0, autoRenewPeriod: 0, transferPeriod: 0 },
  pendingDeleteDays: 0,
  restoreReportDays: 0,
  transferWindowDays: 0,
  transferYears: 0,
  transferLockDays: 0,
  neededContacts: ["registrant"],
};
