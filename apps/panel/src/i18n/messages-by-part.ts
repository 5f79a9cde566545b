import type messages from "@messages/en.json";

export type Namespace = keyof typeof messages;

/**
 * The texts that each part of the panel sends to the browser, in addition to those of its parent layouts. A test
 * compares them with the namespaces that the components of each page use.
 */
export const messagesByPart = {
  shell: [
    "access",
    "basket",
    "failure",
    "finder",
    "invitation",
    "notFound",
    "people",
    "sandbox",
    "shell",
    "signInAgain",
    "shortcuts",
    "stepUp",
    "ui",
    "workspace",
  ],
  basket: ["checkout", "contacts", "payments", "register"],
  contacts: ["contacts", "domainPlaces"],
  domains: ["bulk", "domainPlaces", "domainStatus", "domains", "mailDns"],
  domain: [
    "dnsStatus",
    "domain",
    "domainActs",
    "domainContacts",
    "domainLife",
    "domainStatus",
    "domainStatusWords",
    "domains",
    "mailOrder",
  ],
  dnssec: ["dnssec", "keyTimeline", "preflight"],
  history: ["history"],
  nameservers: ["nameservers"],
  operations: ["bulk", "domainPlaces", "operations"],
  register: ["contacts", "register"],
  search: ["search"],
  transferIn: ["contacts", "register", "transferIn"],
  mail: [
    "dkim",
    "mail",
    "mailAccount",
    "mailDns",
    "mailLife",
    "mailMessages",
    "mailOrder",
    "mailPrograms",
    "mailUsage",
    "senderExceptions",
  ],
  payments: ["billing", "paymentWords", "payments"],
  orders: ["orders"],
  payment: ["payment"],
  receipt: ["receipt"],
  paymentTabs: ["paymentPlaces"],
  renewals: ["renewals"],
  settings: ["profile", "settings"],
  apiKeys: ["apiKeys", "settings"],
  auditLog: ["auditLog", "security"],
  security: ["security"],
  webhooks: ["webhooks"],
  secondFactor: ["secondFactor"],
  emailChange: ["emailChange"],
  mailDns: ["failure", "mailDns", "ui"],
  mailForwarding: ["mailForwarding"],
  passwordReset: ["passwordReset"],
  invitation: ["failure", "invitation", "people", "ui"],
  outbox: ["failure", "outbox", "ui"],
} as const satisfies Record<string, readonly Namespace[]>;

export type MessagesPart = keyof typeof messagesByPart;
