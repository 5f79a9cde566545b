import type { CommandMap, CommandType, EppCommand } from "../src/codec/commands.ts";
import type { ContactInfo } from "../src/codec/contact/contact-info.ts";
import { contactStatuses, type PostalInfo } from "../src/codec/contact/contact-parts.ts";
import type { DomainInfo } from "../src/codec/domain/domain-info.ts";
import { domainStatuses } from "../src/codec/domain/domain-parts.ts";
import type { DomainTransferResult } from "../src/codec/domain/domain-transfer.ts";
import type { RestoreReport } from "../src/codec/extensions/rgp.ts";
import type { HostInfo } from "../src/codec/host/host-info.ts";
import { hostStatuses } from "../src/codec/host/host-parts.ts";
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

const fee = { currency: "EUR", fees: [{ amount: "11.88" }] };
/** With a text that needs escaping. */
export const restoreReport: RestoreReport = {
  dataBefore: awkwardText,
  dataAfter: "Registrant: jd1234",
  deletedAt: new Date("2026-07-10T22:00:00.000Z"),
  restoredAt: new Date("2026-07-20T22:00:00.000Z"),
  reason: "Registrant error.",
  statements: ["Not restored to be sold.", "All of this is true."],
  other: "Further words.",
};
const international: PostalInfo = {
  type: "int",
  name: "John Doe",
  organization: "Example Inc.",
  address: {
    street: ["123 Example Dr.", "Suite 100", "Floor 3"],
    city: "Dulles",
    stateOrProvince: "VA",
    postalCode: "20166-6503",
    countryCode: "US",
  },
};
const localized: PostalInfo = {
  type: "loc",
  name: "Jürgen Groß",
  address: { street: [], city: "Köln", countryCode: "DE" },
};
const longPassword = "correct horse battery staple, and then some";

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
  {
    type: "login",
    clientId: "ClientX",
    password: longPassword,
    newPassword: `${longPassword}, twice`,
    userAgent: { application: "Example 1.0", technology: "Node.js 24", operatingSystem: "Linux" },
    version: "1.0",
    language: "en",
    objectUris: [namespaces.domain, namespaces.contact, namespaces.host],
    extensionUris: [namespaces.loginSec],
  },
  {
    type: "login",
    clientId: "ClientX",
    password: "foo-BAR2",
    newPassword: longPassword,
    userAgent: { operatingSystem: "Linux" },
    version: "1.0",
    language: "en",
    objectUris: [namespaces.domain],
    extensionUris: [namespaces.loginSec],
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
  { type: "domain:info", name: "example.com", authInfo: "2fooBAR", authInfoRoid: "JD1234-REP" },
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
  { type: "domain:transfer", operation: "query", name: "example.com" },
  { type: "domain:transfer", operation: "query", name: "example.com", authInfo: "2fooBAR" },
  {
    type: "domain:transfer",
    operation: "request",
    name: "example.com",
    period: { value: 1, unit: "y" },
    authInfo: "2fooBAR",
    authInfoRoid: "JD1234-REP",
    fee: { ...fee, credits: [{ amount: "-1.00", description: "Loyalty" }] },
  },
  { type: "domain:transfer", operation: "cancel", name: "example.com" },
  { type: "domain:transfer", operation: "approve", name: "example.com" },
  { type: "domain:transfer", operation: "reject", name: "example.com" },
  { type: "domain:delete", name: "example.com" },
  { type: "domain:restore", name: "example.com" },
  { type: "domain:restore", name: "example.com", fee },
  { type: "domain:restore", name: "example.com", report: restoreReport },
  {
    type: "domain:restore",
    name: "example.com",
    report: {
      dataBefore: "a",
      dataAfter: "b",
      deletedAt: new Date(0),
      restoredAt: new Date(1),
      reason: "c",
      statements: ["d"],
    },
  },
  { type: "balance:info" },
  { type: "contact:check", ids: ["sh8013", "sah8013"] },
  { type: "contact:info", id: "sh8013" },
  { type: "contact:info", id: "sh8013", authInfo: awkwardText },
  {
    type: "contact:create",
    id: "sh8013",
    postalInfos: [international, localized],
    voice: { number: "+1.7035555555", extension: "1234" },
    fax: { number: "+49.3012345678" },
    email: "jdoe@example.com",
    authInfo: "2fooBAR",
    disclosure: {
      disclose: false,
      name: ["int", "loc"],
      organization: ["int"],
      address: ["loc"],
      voice: true,
      fax: true,
      email: true,
    },
  },
  { type: "contact:create", id: "sh8013", postalInfos: [localized], email: "a@b.example", authInfo: "x" },
  { type: "contact:update", id: "sh8013", addStatuses: ["clientDeleteProhibited"] },
  { type: "contact:update", id: "sh8013", removeStatuses: ["clientUpdateProhibited"] },
  {
    type: "contact:update",
    id: "sh8013",
    change: {
      postalInfos: [{ type: "int", organization: "" }, localized],
      voice: { number: "+1.7034444444" },
      fax: null,
      email: "new@example.com",
      authInfo: "2BARfoo",
      disclosure: { disclose: true, voice: true },
    },
  },
  { type: "contact:delete", id: "sh8013" },
  { type: "contact:transfer", operation: "request", id: "sh8013", authInfo: "2fooBAR" },
  { type: "contact:transfer", operation: "query", id: "sh8013" },
  { type: "contact:transfer", operation: "approve", id: "sh8013" },
  { type: "host:check", names: ["ns1.example.com", "ns2.example.com"] },
  { type: "host:info", name: "ns1.example.com" },
  { type: "host:create", name: "ns1.example.net" },
  {
    type: "host:create",
    name: "ns1.example.com",
    addresses: [
      { version: "v4", address: "192.0.2.2" },
      { version: "v6", address: "2001:db8::8:800:200c:417a" },
    ],
  },
  {
    type: "host:update",
    name: "ns1.example.com",
    add: { addresses: [{ version: "v4", address: "192.0.2.22" }], statuses: ["clientUpdateProhibited"] },
    remove: { addresses: [{ version: "v6", address: "2001:db8::1" }], statuses: ["clientDeleteProhibited"] },
    newName: "ns2.example.com",
  },
  { type: "host:update", name: "ns1.example.com", newName: "ns2.example.net" },
  { type: "host:delete", name: "ns1.example.com" },
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

const transfer: DomainTransferResult = {
  name: "example.com",
  status: "pending",
  requestedBy: "ClientX",
  requestedAt: new Date("2026-06-06T22:00:00Z"),
  actedBy: "ClientY",
  actedAt: new Date("2026-06-11T22:00:00Z"),
  expiresAt: new Date("2028-09-08T22:00:00Z"),
};
const { expiresAt: _expiresAt, name: _name, ...transferState } = transfer;

const fullContact: ContactInfo = {
  id: "sh8013",
  roid: "SH8013-REP",
  statuses: contactStatuses.slice(0, 7),
  postalInfos: [international, localized],
  voice: { number: "+1.7035555555", extension: "1234" },
  fax: { number: "+1.7035555556" },
  email: "jdoe@example.com",
  sponsoringClientId: "ClientY",
  createdBy: "ClientX",
  createdAt: new Date("1999-04-03T22:00:00.000Z"),
  updatedBy: "ClientX",
  updatedAt: new Date("1999-12-03T09:00:00.000Z"),
  transferredAt: new Date("2000-04-08T09:00:00.000Z"),
  authInfo: "2fooBAR",
  disclosure: { disclose: false, voice: true, email: true },
};
const bareContact: ContactInfo = {
  id: "sh8013",
  roid: "SH8013-REP",
  statuses: contactStatuses.slice(7),
  postalInfos: [localized],
  email: "jdoe@example.com",
  sponsoringClientId: "ClientY",
  createdBy: "ClientX",
  createdAt: new Date("1999-04-03T22:00:00.000Z"),
};

const fullHost: HostInfo = {
  name: "ns1.example.com",
  roid: "NS1_EXAMPLE1-REP",
  statuses: hostStatuses.slice(0, 7),
  addresses: [
    { version: "v4", address: "192.0.2.2" },
    { version: "v6", address: "2001:db8::1" },
  ],
  sponsoringClientId: "ClientY",
  createdBy: "ClientX",
  createdAt: new Date("1999-04-03T22:00:00.000Z"),
  updatedBy: "ClientX",
  updatedAt: new Date("1999-12-03T09:00:00.000Z"),
  transferredAt: new Date("2000-04-08T09:00:00.000Z"),
};
const bareHost: HostInfo = {
  name: "ns1.example.net",
  roid: "NS1_EXAMPLE1-REP",
  statuses: hostStatuses.slice(7),
  addresses: [],
  sponsoringClientId: "ClientY",
  createdBy: "ClientX",
  createdAt: new Date("1999-04-03T22:00:00.000Z"),
};

const decided = { succeeded: true, svTRID: "SRV-1", decidedAt: new Date("2026-01-02T03:04:05Z") };

type SampleResult = {
  [Type in CommandType]: { type: Type; result: CommandMap[Type]["result"] };
}[CommandType];

/** Every shape of every result. */
export const sampleResults: SampleResult[] = [
  { type: "login", result: undefined },
  { type: "logout", result: undefined },
  { type: "domain:update", result: {} },
  {
    type: "domain:update",
    result: { fee: { currency: "EUR", fees: [], balance: "-0.01", creditLimit: "1000.00" } },
  },
  {
    type: "login",
    result: {
      events: [
        {
          type: "password",
          level: "warning",
          expiresAt: new Date("2026-12-01T22:00:00.000Z"),
          text: "Password expires in a week.",
        },
        { type: "stat", name: "failedLogins", level: "warning", value: "100", duration: "P1D" },
        { type: "newPW", level: "error", text: "Too simple." },
      ],
    },
  },
  { type: "contact:update", result: undefined },
  { type: "contact:delete", result: undefined },
  { type: "host:update", result: undefined },
  { type: "host:delete", result: undefined },
  { type: "poll", result: {} },
  { type: "poll", result: { subject: { type: "domain:transfer", transfer } } },
  { type: "poll", result: { subject: { type: "contact:info", contact: fullContact } } },
  {
    type: "poll",
    result: { subject: { type: "contact:transfer", transfer: { id: "sh8013", ...transferState } } },
  },
  {
    type: "poll",
    result: { subject: { type: "contact:pendingAction", action: { name: "sh8013", ...decided } } },
  },
  { type: "poll", result: { subject: { type: "host:info", host: fullHost } } },
  {
    type: "poll",
    result: { subject: { type: "host:pendingAction", action: { name: "ns1.example.com", ...decided } } },
  },
  {
    type: "poll",
    result: {
      subject: { type: "domain:info", domain: { ...bareDomain, rgpStatuses: ["redemptionPeriod"] } },
      change: {
        state: "before",
        operation: "update",
        changedAt: new Date("2026-11-22T05:00:00.000Z"),
        svTRID: "12345-XYZ",
        who: "URS Admin",
        caseId: "urs123",
        caseType: "urs",
        reason: "URS lock",
      },
    },
  },
  {
    type: "poll",
    result: {
      change: {
        state: "after",
        operation: "custom",
        detail: "sync",
        changedAt: new Date("2026-11-22T05:00:00.000Z"),
        svTRID: "12345-XYZ",
        who: "Batch",
        caseId: "C-1",
        caseType: "custom",
        caseName: "house",
      },
    },
  },
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
              { name: "delete", standard: true, fees: [], credits: [{ amount: "-5.00" }] },
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
    result: { ...bareDomain, rgpStatuses: ["addPeriod", "pendingDelete", "pendingRestore"] },
  },
  { type: "domain:transfer", result: transfer },
  {
    type: "domain:transfer",
    result: {
      name: "example.com",
      ...transferState,
      status: "serverApproved",
      fee: { currency: "EUR", period: { value: 1, unit: "y" }, fees: [{ amount: "5.00" }] },
    },
  },
  { type: "domain:delete", result: {} },
  {
    type: "domain:delete",
    result: {
      fee: {
        currency: "USD",
        fees: [],
        credits: [{ amount: "-5.00", description: "AGP Credit" }],
        balance: "1005.00",
      },
    },
  },
  { type: "domain:restore", result: { rgpStatuses: [] } },
  {
    type: "domain:restore",
    result: { rgpStatuses: ["pendingRestore"], fee: { currency: "EUR", fees: [{ amount: "79.00" }] } },
  },
  {
    type: "contact:check",
    result: {
      contacts: [
        { id: "sh8013", available: true },
        { id: "sah8013", available: false, reason: "In use" },
      ],
    },
  },
  {
    type: "balance:info",
    result: {
      creditLimit: "1000.00",
      balance: "200.00",
      availableCredit: "800.00",
      creditThreshold: { type: "FIXED", value: "500.00" },
    },
  },
  {
    type: "balance:info",
    result: {
      creditLimit: "1000.00",
      balance: "-5.00",
      availableCredit: "1005.00",
      creditThreshold: { type: "PERCENT", value: "50" },
    },
  },
  { type: "balance:info", result: { creditLimit: "0.00", balance: "0.00", availableCredit: "0.00" } },
  { type: "contact:info", result: fullContact },
  { type: "contact:info", result: bareContact },
  { type: "contact:create", result: { id: "sh8013", createdAt: new Date("2026-04-03T22:00:00Z") } },
  { type: "contact:transfer", result: { id: "sh8013", ...transferState } },
  {
    type: "host:check",
    result: {
      hosts: [
        { name: "ns1.example.com", available: true },
        { name: "ns2.example.com", available: false, reason: "In use" },
      ],
    },
  },
  { type: "host:info", result: fullHost },
  { type: "host:info", result: bareHost },
  { type: "host:create", result: { name: "ns1.example.com", createdAt: new Date("2026-04-03T22:00:00Z") } },
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
