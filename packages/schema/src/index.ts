export * from "./api-keys.ts";
export * from "./audit.ts";
export * from "./billing.ts";
export * from "./catch-ups.ts";
export * from "./contacts.ts";
export * from "./country-codes.ts";
export * from "./dnskey.ts";
export * from "./dnssec.ts";
export * from "./domain-life.ts";
export * from "./domain-name.ts";
export * from "./domain-search.ts";
export * from "./domains.ts";
export * from "./events.ts";
export * from "./language.ts";
export * from "./mail/index.ts";
export * from "./notifications.ts";
export * from "./orders.ts";
export * from "./payments.ts";
export * from "./people.ts";
export * from "./prices.ts";
export {
  cents,
  currency,
  emailAddress,
  type PageQuery,
  pageQuery,
  timestamp,
  type Warning,
  warning,
} from "./primitives.ts";
export * from "./problem.ts";
export * from "./receipts.ts";
export * from "./refunds.ts";
export * from "./renewals.ts";
export * from "./rights.ts";
export * from "./session.ts";
export * from "./tlds.ts";
export * from "./webhooks.ts";
