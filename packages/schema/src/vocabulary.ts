// Closed lists and limits. Kept apart from zod, so that pages that only need these don't load it.

export const domainStatuses = [
  "pending",
  "active",
  "expired",
  "redemption",
  "pending_delete",
  "pending_transfer",
  "transferred_out",
  "deleted",
] as const;

export const domainHistoryKinds = [
  "registration",
  "renewal",
  "dns_change",
  "dnssec_change",
  "transfer",
  "contact_change",
  "lock_change",
  "expiry",
  "deletion",
  "restore",
  "settings_change",
] as const;

/** The maximum number of history events in a response. */
export const domainHistoryLimit = 200;

export const domainOperationKinds = [
  "registration",
  "renewal",
  "restore",
  "deletion",
  "transfer_in",
  "transfer_out",
  "nameserver_change",
  "dnssec_change",
  "contact_change",
  "lock_change",
] as const;

export const domainOperationStates = ["pending", "action_required", "succeeded", "failed"] as const;

/** What emails concern that people can choose. */
export const notificationTopics = [
  "expiry",
  "transfers",
  "contacts",
  "dns",
  "mail",
  "webhooks",
  "payments",
] as const;

export const notificationChoices = ["at_once", "digest", "none"] as const;

/** Neither people nor workspaces have a time zone, so daily digests are sent at this hour in UTC. */
export const digestHourUtc = 6;

/** The topics of notifications that a domain's history causes. */
export const domainNotificationTopics = ["expiry", "transfers", "contacts"] as const;

export const domainNotificationKinds = [
  "domain_expiring",
  "domain_expired",
  "renewal_failed",
  "auth_code_created",
  "transfer_out_requested",
  "transfer_out_rejected",
  "transfer_out_cancelled",
  "transferred_out",
  "transfer_in_requested",
  "transferred_in",
  "transfer_in_failed",
  "domain_deleted",
  "domain_gone",
  "contacts_changed",
] as const;

/** What can need a person's attention, worst first. */
export const attentionKinds = [
  "domain_in_redemption",
  "domain_expired",
  "renewal_failed",
  "registry_refuses",
  "dnssec_broken",
  "nameservers_silent",
  "transfer_out_requested",
  "mail_unpaid",
  "mail_suspended",
  "domain_suspended",
  "refund_owed",
  "endpoint_deactivated",
  "mail_dns_wrong",
  "storage_nearly_full",
  "sending_limited",
  "expires_without_renewal",
  "card_expires",
  "endpoint_failing",
  "payment_disputed",
  "fraud_warning",
  "forwarding_unconfirmed",
  "dkim_waiting",
] as const;

export const attentionSeverities = ["critical", "warning", "notice"] as const;

/** More of a kind than this are one item of the list. */
export const attentionGroupLimit = 5;

/** The maximum number of domains in a batch. */
export const domainBatchLimit = 1000;

/** The maximum number of deliveries in the log. */
export const webhookDeliveryLimit = 100;

/**
 * Waiting deliveries of an endpoint, events that it has missed since it was deactivated, and what a catch-up would send
 * are counted up to these numbers.
 */
export const webhookWaitingLimit = 1_000;
export const webhookMissedLimit = 10_000;
export const webhookCatchUpCountLimit = 100_000;

export const workspaceRoles = ["owner", "admin", "member", "billing", "read_only"] as const;

export const contactRoles = ["registrant", "admin", "tech"] as const;

/** The languages of mails, as BCP 47 tags (RFC 5646). */
export const languages = ["en", "de"] as const;

/**
 * The current publication policy for DS records. The tables are maintained by IANA (RFC 9904); RFC 9905 deprecated
 * SHA-1. `publish`: "yes" | "discouraged" (accepted, with a warning) | "no".
 */
export const dnssecAlgorithms = [
  { number: 1, name: "RSAMD5", publish: "no" },
  { number: 3, name: "DSA", publish: "no" },
  { number: 5, name: "RSASHA1", publish: "no" },
  { number: 6, name: "DSA-NSEC3-SHA1", publish: "no" },
  { number: 7, name: "RSASHA1-NSEC3-SHA1", publish: "no" },
  { number: 8, name: "RSASHA256", publish: "yes" },
  { number: 10, name: "RSASHA512", publish: "discouraged" },
  { number: 12, name: "ECC-GOST", publish: "no" },
  { number: 13, name: "ECDSAP256SHA256", publish: "yes" },
  { number: 14, name: "ECDSAP384SHA384", publish: "yes" },
  { number: 15, name: "ED25519", publish: "yes" },
  { number: 16, name: "ED448", publish: "yes" },
] as const;

export const dsDigestTypes = [
  { number: 1, name: "SHA-1", hexLength: 40, publish: "no" },
  { number: 2, name: "SHA-256", hexLength: 64, publish: "yes" },
  { number: 3, name: "GOST R 34.11-94", hexLength: 64, publish: "no" },
  { number: 4, name: "SHA-384", hexLength: 96, publish: "yes" },
] as const;

export const mailPlans = [
  { slug: "starter", maxAccounts: 5, storageGigabytes: 2, recipientsPerHour: 200 },
  { slug: "pro", maxAccounts: 25, storageGigabytes: 10, recipientsPerHour: 500 },
  { slug: "business", maxAccounts: 100, storageGigabytes: 50, recipientsPerHour: 1000 },
] as const;

/** Of `storageGigabytes`. */
export const bytesPerGigabyte = 1024 ** 3;

export const paymentStatuses = [
  "pending",
  "received",
  "confirmed",
  "failed",
  "refunded",
  "disputed",
] as const;

/** Between the receipt of a payment and its confirmation, unless something pauses it. */
export const paymentCooldownDays = 20;

export const orderStates = [
  "awaiting_payment",
  "processing",
  "completed",
  "partly_completed",
  "failed",
  "cancelled",
] as const;

export const orderLineKinds = [
  "registration",
  "renewal",
  "restore",
  "transfer_in",
  "mail_plan",
  "settlement",
] as const;

export const orderLineStates = ["pending", "running", "completed", "failed", "refunded"] as const;

export const renewableKinds = ["domain", "mail_plan"] as const;

export const renewalStates = ["scheduled", "processing", "failed", "expiring"] as const;

/** The maximum number of lines in an order. */
export const orderLineLimit = 50;

/** The input of a domain search, and the message for anything else. */
export const searchWord = {
  maxLength: 253,
  emptyMessage: "Enter a name or a word.",
  tooLongMessage: "Use at most 253 characters.",
} as const;
