/** The grace periods in which a registration, renewal or transfer can be taken back (RFC 3915 section 3.1). */
export type GraceStatus = "addPeriod" | "renewPeriod" | "autoRenewPeriod" | "transferPeriod";

export type ContactRole = "registrant" | "admin" | "tech";

/** The life cycle of domains in one kind of registry, without prices. */
export type Profile = {
  kind: "gtld" | "thin" | "eu" | "de" | "be";
  /** 0: no such period. */
  graceDays: Readonly<Record<GraceStatus, number>>;
  redemptionDays: number;
  /** After redemption, when a restore isn't possible any more. 0: the name is available immediately. */
  pendingDeleteDays: number;
  /** The deadline for the report of a restore (RFC 3915 section 4.2.5). 0: no report is required. */
  restoreReportDays: number;
  /** How long the losing registrar has to decide. 0: the authorization information is sufficient. */
  transferWindowDays: number;
  /** The years that a transfer adds to the registration. */
  transferYears: 0 | 1;
  /** How long a transfer isn't possible after a registration or a transfer. */
  transferLockDays: number;
  neededContacts: readonly ContactRole[];
  /** The countries of eligible registrants (ISO 3166-1). Default: any. */
  registrantCountries?: ReadonlySet<string>;
  /** False for a thin registry, which refuses contacts. */
  storesContacts: boolean;
  /** Whether nameservers are host objects, or attributes of the domain (RFC 5731 section 1.1). */
  hostModel: "objects" | "attributes";
  /** Whether the registry takes DS records, or keys (RFC 5910 section 4). */
  dnssecInterface: "ds" | "keys";
  /** Whether registrars can set the lifetime of the DS records' signatures (RFC 5910 section 3.3). */
  hasMaxSigLife: boolean;
  /** The extension by which an internationalized name has to name its table, and the tables' letters beyond ASCII. */
  idn: { extension: "idn" | "idnLang"; tables: ReadonlyMap<string, RegExp> } | null;
  /** Whether the registry has the fee extension (RFC 8748). */
  quotesFees: boolean;
  /** Whether hosts without glue are created when a domain is delegated to them. */
  implicitExternalHosts: boolean;
};

/** How long a registrar can renew a domain that was restored after its expiry date, before it auto-renews. */
export const renewalAfterRestoreDays = 5;

// Regulation (EU) 2019/517, article 3: the European Union, and Iceland, Liechtenstein and Norway.
const europeanEconomicArea: ReadonlySet<string> = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(" "),
);

/** The periods in ICANN's registry agreements. */
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
  storesContacts: true,
  hostModel: "objects",
  dnssecInterface: "ds",
  hasMaxSigLife: false,
  idn: null,
  quotesFees: true,
  implicitExternalHosts: true,
};

export const thin: Profile = {
  ...gtld,
  kind: "thin",
  neededContacts: [],
  storesContacts: false,
  hasMaxSigLife: true,
  idn: {
    extension: "idnLang",
    tables: new Map([
      ["GER", /^[äöüß]$/],
      ["RUS", /^\p{Script=Cyrillic}$/u],
    ]),
  },
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

export const be: Profile = {
  ...de,
  kind: "be",
  graceDays: gtld.graceDays,
  hostModel: "attributes",
  dnssecInterface: "keys",
  hasMaxSigLife: true,
  idn: { extension: "idn", tables: new Map([["latn", /^\p{Script=Latin}$/u]]) },
  quotesFees: false,
};
