import type { OrderedMail, OrderedOperation } from "@zonepost/schema";

export type DomainTab = "nameservers" | "contacts" | "dnssec" | "history";

export const domainPath = (name: string, tab?: DomainTab) =>
  `/domains/${encodeURIComponent(name)}${tab ? `/${tab}` : ""}`;
export const searchPath = (word: string) => `/domains/search?q=${encodeURIComponent(word)}`;
export const basketPath = "/domains/basket";
export const registerPath = (name: string) => `/domains/register?name=${encodeURIComponent(name)}`;
export const transferPath = (name?: string) =>
  `/domains/transfer${name === undefined ? "" : `?name=${encodeURIComponent(name)}`}`;
/** Many at once, from a pasted list. */
export const transferListPath = "/domains/transfer/list";
export const overviewPath = "/";
export const operationsPath = "/activity";
export const auditLogPath = `${operationsPath}/audit-log`;
export const operationPath = (id: string) => `/domains/operations/${encodeURIComponent(id)}`;
export const batchPath = (id: string) => `/domains?batch=${encodeURIComponent(id)}`;
export const autoRenewingDomainsPath = "/domains?renew=on";
export const contactsPath = "/contacts";
export const contactPath = (id: string) => `${contactsPath}?contact=${encodeURIComponent(id)}`;

export type MailTab = "accounts" | "aliases" | "dns" | "messages" | "usage";

export const mailPath = (domainName: string, tab?: MailTab) =>
  `/mail/${encodeURIComponent(domainName)}${tab ? `/${tab}` : ""}`;
export const mailAccountPath = (domainName: string, id: string) =>
  `${mailPath(domainName, "accounts")}/${encodeURIComponent(id)}`;
export const activateMailPath = (domainName?: string) =>
  `/mail/activate${domainName === undefined ? "" : `?domain=${encodeURIComponent(domainName)}`}`;

export type ZoneTab = "history" | "nameservers" | "settings";

export const zonePath = (zoneName: string, tab?: ZoneTab) =>
  `/zones/${encodeURIComponent(zoneName)}${tab ? `/${tab}` : ""}`;
/** Next to the zones, whose names all have a dot. */
export const newZonePath = (name?: string) =>
  `/zones/new${name === undefined ? "" : `?name=${encodeURIComponent(name)}`}`;
export const zoneVersionPath = (zoneName: string, version: number) =>
  `${zonePath(zoneName, "history")}?version=${version}`;
export const operatorPaymentsPath = "/operator/payments";
/** One payment, among those of all workspaces. */
export const operatorPaymentPath = (id: string) =>
  `${operatorPaymentsPath}?payment=${encodeURIComponent(id)}`;
export const paymentsPath = "/payments";
/** Also those of longer names, since the list's filter is a part of a name. */
export const paymentsOfDomainPath = (name: string) => `${paymentsPath}?q=${encodeURIComponent(name)}`;
export const ordersPath = `${paymentsPath}/orders`;
/** Also the return page of the payment processor. */
export const orderPath = (id: string) => `${ordersPath}/${encodeURIComponent(id)}`;
export const renewalsPath = `${paymentsPath}/renewals`;
/** `month` such as "2027-11". */
export const renewalsOfMonthPath = (month: string) => `${renewalsPath}?month=${month}`;
export const paymentPath = (id: string) => `${paymentsPath}/${encodeURIComponent(id)}`;
export const receiptPath = (paymentId: string) => `${paymentPath(paymentId)}/receipt`;
export const savedCardsId = "cards";
export const savedCardsPath = `${paymentsPath}#${savedCardsId}`;
/** The return from a card page. `cardPage` is added if a card was saved on it. */
export const cardReturnPath = `${paymentsPath}?adding=card#${savedCardsId}`;
type Ordered = OrderedOperation | OrderedMail;
/** The page of a purchase's order, while it has no other result, or if it must say which orders it replaced. */
export const orderOnlyPath = (ordered: Ordered): string | undefined => {
  if ("lines" in ordered) {
    return orderPath(ordered.id);
  }
  return ordered.replacedOrders === undefined ? undefined : orderPath(ordered.orderId);
};
/** Where the result of a purchase can be followed. */
export const orderedPath = (ordered: OrderedOperation) => orderOnlyPath(ordered) ?? operationPath(ordered.id);
export const webhookPath = (id: string) => `/webhooks/${encodeURIComponent(id)}`;
export const deliveryPath = (endpointId: string, id: string) =>
  `${webhookPath(endpointId)}?delivery=${encodeURIComponent(id)}`;
export const signatureDoctorPath = "/webhooks/signature-doctor";

export type SettingsTab = "security" | "people" | "api-keys" | "workspace";
export const settingsPath = (tab?: SettingsTab) => (tab ? `/settings/${tab}` : "/settings");

export const newApiKeyPath = "/settings/api-keys/new";
export const apiKeyPath = (id: string) => `/settings/api-keys/${encodeURIComponent(id)}`;
