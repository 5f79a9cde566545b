import type { CommandMap, CommandType, EppCommand } from "../src/codec/commands.ts";
import type { DomainInfo } from "../src/codec/domain-info.ts";
import { domainStatuses } from "../src/codec/domain-parts.ts";
import { namespaces } from "../src/namespaces.ts";

const ds = {
  keyTag: 60485,
  algorithm: 13,
  digestType: 2,
  digest: "D4B7D520E7BB5F0F67674A0CCEB1E3E0614B93C4F9E99B8383F6A1E4469DA50A",
};
const keyData = {
  flags: 257,
  protocol: 3,
  algorithm: 13,
  publicKey: "mdsswUyr3DPW132mOi8V9xESWE8jTo0dxCjjnopKl+GqJxpVXckHAeF+",
};
const awkwardText = `<&>"' ]]> Grüße 試験`;

/** Every shape of every command. */
export const sampleCommands: EppCommand[] = [
  {
    type: "login",
    clientId: "ClientX",
    password: "foo-BAR2",
    version: "1.0",
    language: "en",
    objectUris: [namespaces.domain],
    extensionUris: [],
  },
  {
    type: "login",
    clientId: "ClientX",
    password: `a<b>&"c'd`,
    newPassword: "bar-FOO2",
    version: "1.0",
    language: "en",
    objectUris: [namespaces.domain, namespaces.host],
    extensionUris: [namespaces.secDns, namespaces.fee],
  },
  { type: "logout" },
  { type: "poll", operation: "request" },
  { type: "poll", operation: "acknowledge", messageId: "12345" },
  { type: "domain:check", names: ["example.com"] },
  {
    type: "domain:check",
    names: ["example.com", "xn--bcher-kva.example"],
    fee: {
      currency: "EUR",
      commands: [{ name: "create", period: { value: 2, unit: "y" } }, { name: "renew" }, { name: "restore" }],
    },
  },
  { type: "domain:check", names: ["example.com"], fee: { commands: [{ name: "transfer" }] } },
  { type: "domain:info", name: "example.com" },
  { type: "domain:info", name: "example.com", hosts: "del", authInfo: awkwardText },
  { type: "domain:update", name: "example.com", add: { nameservers: [{ name: "ns1.example.net" }] } },
  {
    type: "domain:update",
    name: "example.com",
    add: { nameservers: [{ name: "ns2.example.net" }], statuses: ["clientHold"] },
    remove: {
      nameservers: [{ name: "ns1.example.net" }],
      contacts: [{ type: "tech", id: "sh8013" }],
      statuses: ["clientUpdateProhibited", "clientTransferProhibited"],
    },
    change: { registrant: "jd1234", authInfo: "2BARfoo" },
  },
  { type: "domain:update", name: "example.com", change: { registrant: "", authInfo: null } },
  { type: "domain:update", name: "example.com", secDns: { add: { dsData: [ds] } } },
  {
    type: "domain:update",
    name: "example.com",
    secDns: { remove: { dsData: [ds, { ...ds, keyTag: 0 }] }, add: { dsData: [{ ...ds, keyData }] } },
  },
  { type: "domain:update", name: "example.com", secDns: { remove: { all: true } } },
  {
    type: "domain:update",
    name: "example.com",
    secDns: { remove: { keyData: [keyData] }, add: { keyData: [keyData] }, maxSigLife: 605900, urgent: true },
  },
  { type: "domain:create", name: "example.com", authInfo: "2fooBAR" },
  {
    type: "domain:create",
    name: "example.com",
    period: { value: 2, unit: "y" },
    nameservers: [{ name: "ns1.example.net" }, { name: "ns2.example.net" }],
    registrant: "jd1234",
    contacts: [
      { type: "admin", id: "sh8013" },
      { type: "tech", id: "sh8013" },
    ],
    authInfo: awkwardText,
    secDns: { maxSigLife: 604800, dsData: [ds], keyData: [] },
    fee: { currency: "EUR", fees: [{ amount: "11.88" }] },
  },
  {
    type: "domain:create",
    name: "example.com",
    nameservers: [
      { name: "ns1.example.com", addresses: [{ version: "v4", address: "192.0.2.2" }] },
      { name: "ns2.example.com", addresses: [{ version: "v6", address: "2001:db8::2" }] },
      { name: "ns3.example.net", addresses: [] },
    ],
    authInfo: "2fooBAR",
  },
  { type: "domain:renew", name: "example.com", currentExpiryDate: "2027-04-03" },
  {
    type: "domain:renew",
    name: "example.com",
    currentExpiryDate: "2028-02-29",
    period: { value: 24, unit: "m" },
    fee: {
      currency: "EUR",
      fees: [{ amount: "11.88", description: "Renewal", refundable: true, gracePeriod: "P5D" }],
    },
  },
];

const fullDomain: DomainInfo = {
  name: "example.com",
  roid: "EXAMPLE1-REP",
  statuses: ["clientTransferProhibited", "serverUpdateProhibited"],
  registrant: "jd1234",
  contacts: [{ type: "billing", id: "sh8013" }],
  nameservers: [{ name: "ns1.example.com" }, { name: "ns1.example.net" }],
  subordinateHosts: ["ns1.example.com"],
  sponsoringClientId: "ClientX",
  createdBy: "ClientY",
  createdAt: new Date("1999-04-03T22:00:00.000Z"),
  updatedBy: "ClientX",
  updatedAt: new Date("1999-12-03T09:00:00.120Z"),
  expiresAt: new Date("2027-04-03T22:00:00.000Z"),
  transferredAt: new Date("2000-04-08T09:00:00.000Z"),
  authInfo: "2fooBAR",
  secDns: { maxSigLife: 604800, dsData: [ds, { ...ds, keyTag: 1, keyData }], keyData: [] },
};

const bareDomain: DomainInfo = {
  name: "xn--bcher-kva.example",
  roid: "D1-REP",
  statuses: domainStatuses.slice(0, 11),
  contacts: [],
  nameservers: [],
  subordinateHosts: [],
  sponsoringClientId: "ClientX",
};

type SampleResult = {
  [Type in CommandType]: { type: Type; result: CommandMap[Type]["result"] };
}[CommandType];

/** Every shape of every result. */
export const sampleResults: SampleResult[] = [
  { type: "login", result: undefined },
  { type: "logout", result: undefined },
  { type: "domain:update", result: undefined },
  { type: "poll", result: {} },
  { type: "poll", result: { subject: { type: "domain:info", domain: fullDomain } } },
  {
    type: "poll",
    result: {
      subject: {
        type: "domain:renewed",
        domain: { name: "example.com", expiresAt: new Date("2028-04-03T22:00:00Z") },
      },
    },
  },
  {
    type: "poll",
    result: {
      subject: {
        type: "domain:pendingAction",
        action: {
          name: "example.com",
          succeeded: false,
          clTRID: "ABC-1",
          svTRID: "SRV-1",
          decidedAt: new Date("2026-01-02T03:04:05Z"),
        },
      },
    },
  },
  {
    type: "poll",
    result: {
      subject: {
        type: "domain:pendingAction",
        action: {
          name: "example.com",
          succeeded: true,
          svTRID: "SRV-1",
          decidedAt: new Date("2026-01-02T03:04:05Z"),
        },
      },
    },
  },
  {
    type: "domain:check",
    result: {
      domains: [
        { name: "example.com", available: true },
        { name: "example.net", available: false, reason: "In use" },
      ],
    },
  },
  {
    type: "domain:check",
    result: {
      domains: [{ name: "example.com", available: true }],
      fee: {
        currency: "EUR",
        items: [
          {
            name: "example.com",
            available: true,
            class: "premium",
            commands: [
              {
                name: "create",
                period: { value: 1, unit: "y" },
                standard: false,
                fees: [
                  { amount: "297.00", description: "Registration", refundable: false, gracePeriod: "P5D" },
                ],
              },
              { name: "restore", standard: true, fees: [{ amount: "79.00" }] },
            ],
          },
          {
            name: "example.net",
            available: false,
            commands: [
              {
                name: "renew",
                period: { value: 99, unit: "y" },
                standard: true,
                fees: [],
                reason: "too long",
              },
            ],
            reason: "no such period",
          },
        ],
      },
    },
  },
  { type: "domain:info", result: fullDomain },
  { type: "domain:info", result: bareDomain },
  {
    type: "domain:info",
    result: {
      ...bareDomain,
      nameservers: [{ name: "ns1.example.com", addresses: [{ version: "v6", address: "2001:db8::1" }] }],
      secDns: { dsData: [], keyData: [keyData] },
    },
  },
  {
    type: "domain:create",
    result: {
      name: "example.com",
      createdAt: new Date("2026-04-03T22:00:00Z"),
      expiresAt: new Date("2028-04-03T22:00:00Z"),
      fee: { currency: "EUR", fees: [{ amount: "11.88" }], balance: "-5.00", creditLimit: "1000.00" },
    },
  },
  { type: "domain:create", result: { name: "example.com", createdAt: new Date("2026-04-03T22:00:00Z") } },
  {
    type: "domain:renew",
    result: { name: "example.com", expiresAt: new Date("2028-04-03T22:00:00Z"), fee: { fees: [] } },
  },
  { type: "domain:renew", result: { name: "example.com" } },
];
