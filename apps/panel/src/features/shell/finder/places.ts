import type { DomainStatus, Right } from "@zonepost/schema";
import { rightsToRenew } from "@/features/access/rights.ts";
import {
  auditLogPath,
  basketPath,
  contactsPath,
  type DomainTab,
  type MailTab,
  newApiKeyPath,
  newZonePath,
  operationsPath,
  ordersPath,
  overviewPath,
  paymentsPath,
  renewalsPath,
  savedCardsPath,
  settingsPath,
  signatureDoctorPath,
  transferListPath,
  transferPath,
} from "@/lib/paths.ts";
import { type Act, withAct } from "@/lib/use-asked-act.ts";

// Each key has a message with its label, and one with other words that people use for it.

export type Target = {
  key: string;
  href: string;
  right?: Right | readonly Right[];
  /** Takes the right to buy too, unless payments are off. */
  spends?: true;
  isSandbox?: true;
};

/** Every place of the panel that doesn't belong to one domain. */
export const places = [
  { key: "goOverview", href: overviewPath },
  { key: "goDomains", href: "/domains", right: "domains:read" },
  { key: "goMail", href: "/mail", right: "mail:read" },
  { key: "goZones", href: "/zones", right: "zones:read" },
  { key: "goWebhooks", href: "/webhooks", right: "webhooks:read" },
  { key: "goPayments", href: paymentsPath, right: "payments:read" },
  { key: "goRenewals", href: renewalsPath, right: "domains:read" },
  { key: "goOrders", href: ordersPath, right: "domains:read" },
  { key: "goBasket", href: basketPath, right: rightsToRenew },
  { key: "goContacts", href: contactsPath, right: "contacts:read" },
  { key: "goOperations", href: operationsPath, right: "domains:read" },
  { key: "goProfile", href: settingsPath() },
  { key: "goSecurity", href: settingsPath("security") },
  { key: "goPeople", href: settingsPath("people"), right: "members:read" },
  { key: "goApiKeys", href: settingsPath("api-keys"), right: "api_keys:read" },
  { key: "goAuditLog", href: auditLogPath, right: "audit:read" },
  { key: "goWorkspace", href: settingsPath("workspace"), right: "domains:read" },
  { key: "goOutbox", href: "/sandbox/outbox", isSandbox: true },
] as const satisfies Target[];

/** What can be started from anywhere. */
export const verbs = [
  { key: "doRegister", href: "/domains/search", right: "domains:buy" },
  { key: "doTransferIn", href: transferPath(), right: "domains:buy" },
  { key: "doTransferMany", href: transferListPath, right: "domains:buy" },
  { key: "doSeeExpiring", href: "/domains?attention=true", right: "domains:read" },
  { key: "doExportDomains", href: "/domains", right: "domains:read" },
  { key: "doExportAuditLog", href: auditLogPath, right: "audit:read" },
  { key: "doFindReceipt", href: paymentsPath, right: "payments:read" },
  { key: "doRefund", href: paymentsPath, right: "payments:write" },
  { key: "doFindMessage", href: "/mail", right: "mail:read" },
  { key: "doSetNameservers", href: settingsPath("workspace"), right: "domains:read" },
  { key: "doSetNotifications", href: settingsPath() },
  { key: "doActivateMail", href: "/mail/activate", right: "mail:write", spends: true },
  { key: "doCreateZone", href: newZonePath(), right: "zones:write" },
  { key: "doAddEndpoint", href: "/webhooks/new", right: "webhooks:write" },
  { key: "doCheckSignature", href: signatureDoctorPath, right: "webhooks:read" },
  { key: "doAddCard", href: savedCardsPath, right: "payments:write" },
  { key: "doCreateApiKey", href: newApiKeyPath, right: "api_keys:write" },
  { key: "doInvite", href: withAct(settingsPath("people"), "invite"), right: "members:write" },
  { key: "doAddContact", href: `${contactsPath}?contact=new`, right: "contacts:write" },
  { key: "doChangePassword", href: withAct(settingsPath("security"), "password") },
  { key: "doChangeEmail", href: withAct(settingsPath(), "email") },
  { key: "doSecondFactor", href: settingsPath("security") },
  { key: "doSignOutDevices", href: settingsPath("security") },
  { key: "doRenameWorkspace", href: settingsPath("workspace"), right: "workspace:write" },
  { key: "doAdvanceClock", href: withAct("", "clock"), isSandbox: true },
] as const satisfies Target[];

/** The tabs of a domain. */
export const domainTabs = [
  { key: "tabNameservers", tab: "nameservers" },
  { key: "tabContacts", tab: "contacts" },
  { key: "tabDnssec", tab: "dnssec" },
  { key: "tabHistory", tab: "history" },
] as const satisfies { key: string; tab: DomainTab }[];

/** The tabs of a mail domain. */
export const mailTabs = [
  { key: "tabMailAccounts", tab: "accounts" },
  { key: "tabMailAliases", tab: "aliases" },
  { key: "tabMailDns", tab: "dns" },
  { key: "tabMailMessages", tab: "messages" },
  { key: "tabMailUsage", tab: "usage" },
] as const satisfies { key: string; tab: MailTab }[];

/** What can be done with one mail domain. */
export const mailVerbs = [
  { key: "doAddAccount", act: "account", tab: "accounts" },
  { key: "doAddAlias", act: "alias", tab: "aliases" },
] as const satisfies { key: string; act: Act; tab: MailTab }[];

/** What can be done with one domain, in the statuses that allow it. */
export const domainVerbs = [
  { key: "doRenew", act: "renew", right: rightsToRenew, statuses: ["active", "expired"] },
  { key: "doRestore", act: "restore", right: rightsToRenew, statuses: ["redemption"] },
  { key: "doAutoRenew", act: "autoRenew", right: "domains:write", statuses: ["active", "expired"] },
  { key: "doLock", act: "locked", right: "domains:write", statuses: ["active"] },
  { key: "doPrivacy", act: "whoisPrivacy", right: "domains:write", statuses: ["active"] },
  { key: "doAuthCode", act: "auth-code", right: "domains:release", statuses: ["active", "expired"] },
  { key: "doDelete", act: "delete", right: "domains:release", statuses: ["active", "expired"] },
] as const satisfies {
  key: string;
  act: Act;
  right: Right | readonly Right[];
  statuses: DomainStatus[];
}[];
