/** A DS record as the registry stores it (RFC 4034 section 5): digest in upper-case hexadecimal. */
export type SandboxDsRecord = {
  keyTag: number;
  algorithm: number;
  digestType: number;
  digest: string;
};

/** A domain that is seeded in both the registry and our own tables. */
export type SandboxDomain = {
  workspace: "demo" | "other";
  name: string;
  /** Days from the first run to the expiry date. */
  expiresInDays: number;
  /** Whole years from registration to the expiry date, including renewals. */
  registeredYears: number;
  autoRenew: boolean;
  whoisPrivacy: boolean;
  nameservers: string[];
  dsRecords: SandboxDsRecord[];
};

const zonepostDns = ["ns1.zonepost-dns.net", "ns2.zonepost-dns.net"];
const zonepostDnsThree = ["ns1.zonepost-dns.net", "ns2.zonepost-dns.net", "ns3.zonepost-dns.org"];
const harborDns = ["ns1.harbor-hosting.com", "ns2.harbor-hosting.com"];
const northDns = ["alpha.northdns.eu", "beta.northdns.eu", "gamma.northdns.eu"];

/** The domains of the two seeded workspaces. Exactly one, in the demo workspace, is about to expire. */
export const sandboxPortfolio: readonly SandboxDomain[] = [
  {
    workspace: "demo",
    name: "juniper-and-oak.com",
    expiresInDays: 6,
    registeredYears: 4,
    autoRenew: false,
    whoisPrivacy: true,
    nameservers: zonepostDns,
    dsRecords: [],
  },
  {
    workspace: "demo",
    name: "lakeside-ceramics.com",
    expiresInDays: 214,
    registeredYears: 7,
    autoRenew: true,
    whoisPrivacy: true,
    nameservers: zonepostDnsThree,
    dsRecords: [],
  },
  {
    workspace: "demo",
    name: "fieldnote-press.net",
    expiresInDays: 98,
    registeredYears: 3,
    autoRenew: true,
    whoisPrivacy: false,
    nameservers: harborDns,
    dsRecords: [],
  },
  {
    workspace: "demo",
    name: "open-orchard.org",
    expiresInDays: 301,
    registeredYears: 9,
    autoRenew: true,
    whoisPrivacy: false,
    nameservers: northDns,
    dsRecords: [
      {
        keyTag: 37611,
        algorithm: 13,
        digestType: 2,
        digest: "D80D6B16D582D876B9A06AF1369CEB41EFEE5D86D9BD2BB9EBAB32F1E7AD6A8B",
      },
    ],
  },
  {
    workspace: "demo",
    name: "pocketledger.dev",
    expiresInDays: 167,
    registeredYears: 2,
    autoRenew: true,
    whoisPrivacy: true,
    nameservers: zonepostDns,
    dsRecords: [],
  },
  {
    workspace: "demo",
    name: "tidecharts.io",
    expiresInDays: 52,
    registeredYears: 5,
    autoRenew: false,
    whoisPrivacy: true,
    nameservers: harborDns,
    dsRecords: [],
  },
  {
    workspace: "demo",
    name: "nordlicht-kaffee.eu",
    expiresInDays: 249,
    registeredYears: 1,
    autoRenew: true,
    whoisPrivacy: false,
    nameservers: northDns,
    dsRecords: [],
  },
  {
    workspace: "demo",
    name: "hofladen-brandt.de",
    expiresInDays: 333,
    registeredYears: 11,
    autoRenew: true,
    whoisPrivacy: false,
    nameservers: zonepostDns,
    dsRecords: [],
  },
  {
    workspace: "demo",
    // bäckerei-lindner.de
    name: "xn--bckerei-lindner-0kb.de",
    expiresInDays: 128,
    registeredYears: 6,
    autoRenew: true,
    whoisPrivacy: false,
    nameservers: zonepostDns,
    dsRecords: [],
  },
  {
    workspace: "demo",
    name: "copperline-studio.com",
    expiresInDays: 611,
    registeredYears: 3,
    autoRenew: false,
    whoisPrivacy: true,
    nameservers: zonepostDnsThree,
    dsRecords: [
      {
        keyTag: 19082,
        algorithm: 13,
        digestType: 2,
        digest: "6B51FBB2A267E09C702A0FC3F0DFE612CAEB25EF7A2E8BCC6BBD61902089789D",
      },
    ],
  },
  {
    workspace: "other",
    name: "granite-legal.com",
    expiresInDays: 188,
    registeredYears: 12,
    autoRenew: true,
    whoisPrivacy: true,
    nameservers: harborDns,
    dsRecords: [],
  },
  {
    workspace: "other",
    name: "slowmotion-cycling.net",
    expiresInDays: 74,
    registeredYears: 2,
    autoRenew: false,
    whoisPrivacy: false,
    nameservers: zonepostDns,
    dsRecords: [],
  },
  {
    workspace: "other",
    name: "riverbend-library.org",
    expiresInDays: 267,
    registeredYears: 8,
    autoRenew: true,
    whoisPrivacy: false,
    nameservers: northDns,
    dsRecords: [
      {
        keyTag: 33399,
        algorithm: 13,
        digestType: 2,
        digest: "80A11DBDBF6843F7129B03AD0BA4A2FEA95CB4C32A7D981F4D7008BA340AD0F7",
      },
    ],
  },
  {
    workspace: "other",
    name: "queuekeeper.dev",
    expiresInDays: 341,
    registeredYears: 1,
    autoRenew: true,
    whoisPrivacy: true,
    nameservers: zonepostDnsThree,
    dsRecords: [],
  },
  {
    workspace: "other",
    name: "heliograph.io",
    expiresInDays: 59,
    registeredYears: 3,
    autoRenew: true,
    whoisPrivacy: true,
    nameservers: harborDns,
    dsRecords: [],
  },
  {
    workspace: "other",
    name: "alpenblick-reisen.eu",
    expiresInDays: 143,
    registeredYears: 4,
    autoRenew: false,
    whoisPrivacy: false,
    nameservers: zonepostDns,
    dsRecords: [],
  },
  {
    workspace: "other",
    // atelier-forêt.eu
    name: "xn--atelier-fort-yeb.eu",
    expiresInDays: 229,
    registeredYears: 2,
    autoRenew: true,
    whoisPrivacy: false,
    nameservers: northDns,
    dsRecords: [],
  },
  {
    workspace: "other",
    name: "zimmerei-vogt.de",
    expiresInDays: 305,
    registeredYears: 10,
    autoRenew: true,
    whoisPrivacy: false,
    nameservers: zonepostDns,
    dsRecords: [],
  },
  {
    workspace: "other",
    name: "meadow-analytics.com",
    expiresInDays: 482,
    registeredYears: 5,
    autoRenew: true,
    whoisPrivacy: true,
    nameservers: zonepostDnsThree,
    dsRecords: [],
  },
];

/**
 * The dates of a seeded domain, from the business time of the first run: rounded down to the second, with registration
 * and expiry on the same day of the year.
 */
export function sandboxDomainDates(
  domain: Pick<SandboxDomain, "expiresInDays" | "registeredYears">,
  firstRunAt: Date,
): { registeredAt: Date; expiresAt: Date } {
  const wholeSecondMs = Math.floor(firstRunAt.getTime() / 1000) * 1000;
  const expiresAt = new Date(wholeSecondMs + domain.expiresInDays * 86_400_000);
  const registeredAt = new Date(expiresAt);
  registeredAt.setUTCFullYear(expiresAt.getUTCFullYear() - domain.registeredYears);
  return { registeredAt, expiresAt };
}
