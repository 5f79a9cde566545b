import type messages from "@messages/en.json";

export type Namespace = keyof typeof messages;

/**
 * The words that each part of the panel sends to the browser, on top of those of the parts it lies in. A test holds
 * them against what the components of each page ask for.
 */
export const wordsByPlace = {
  shell: [
    "access",
    "failure",
    "finder",
    "invitation",
    "notFound",
    "people",
    "sandbox",
    "shell",
    "stepUp",
    "ui",
    "workspace",
  ],
  contacts: ["contacts", "domainPlaces"],
  domains: ["bulk", "domainPlaces", "domainStatus", "domains"],
  domain: ["domain", "domainActs", "domainLife", "domainStatus", "domainStatusWords", "domains"],
  domainContacts: ["domainContacts"],
  dnssec: ["dnssec", "keyTimeline", "preflight"],
  history: ["history"],
  nameservers: ["nameservers"],
  operations: ["domainPlaces", "operations"],
  register: ["contacts", "register"],
  search: ["search"],
  transferIn: ["contacts", "register", "transferIn"],
  mail: ["mail"],
  settings: ["profile", "settings"],
  apiKeys: ["apiKeys", "settings"],
  auditLog: ["auditLog", "security"],
  security: ["security"],
  webhooks: ["webhooks"],
  secondFactor: ["secondFactor"],
  emailChange: ["emailChange"],
  passwordReset: ["passwordReset"],
  invitation: ["failure", "invitation", "people", "ui"],
  outbox: ["failure", "outbox", "ui"],
} as const satisfies Record<string, readonly Namespace[]>;

export type WordsPlace = keyof typeof wordsByPlace;
