export * from "./accounts/api-keys.ts";
export * from "./accounts/audit.ts";
export * from "./accounts/people.ts";
export * from "./accounts/person-export.ts";
export * from "./accounts/rights.ts";
export * from "./accounts/session.ts";
export * from "./attention/attention.ts";
export * from "./country-codes.ts";
export * from "./dns/index.ts";
export * from "./dnssec/dnskey.ts";
export * from "./dnssec/dnssec.ts";
export * from "./domains/contacts.ts";
export * from "./domains/domain-life.ts";
export * from "./domains/domain-name.ts";
export * from "./domains/domain-search.ts";
export * from "./domains/domains.ts";
export * from "./domains/notifications.ts";
export * from "./domains/tlds.ts";
export { emailAddress } from "./email-address.ts";
export * from "./language.ts";
export { displayName } from "./lines.ts";
export * from "./mail/index.ts";
export { type EmailAddressResult, normalizeEmailAddress } from "./normalize-email-address.ts";
export * from "./payments/billing.ts";
export * from "./payments/filters.ts";
export * from "./payments/operator-payments.ts";
export * from "./payments/orders.ts";
export * from "./payments/payments.ts";
export * from "./payments/prices.ts";
export * from "./payments/receipts.ts";
export * from "./payments/refunds.ts";
export * from "./payments/renewals.ts";
export {
  cents,
  currency,
  type PageQuery,
  pageQuery,
  timestamp,
  type Warning,
  warning,
} from "./primitives.ts";
export * from "./problem.ts";
export * from "./status.ts";
export * from "./webhooks/catch-ups.ts";
export * from "./webhooks/events.ts";
export * from "./webhooks/webhooks.ts";
