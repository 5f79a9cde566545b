import type {
  DomainBatchChange,
  DomainBatchItem,
  DomainHistoryEvent,
  DomainNotificationKind,
  DomainNotificationTopic,
  DomainOperation,
  DomainOperationKind,
  DomainStatus,
  DsRecord,
} from "@zonepost/schema";
import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { workspaces } from "./accounts.ts";
import { instant, primaryId, type StoredActor } from "./columns.ts";

/** The registry's handles for a domain's contacts. */
type StoredRegistryContacts = { registrant: string | null; admin: string | null; tech: string | null };

type StoredDelegation = { nameservers: string[]; glue: { host: string; addresses: string[] }[] };

type StoredContactIds = { registrant: string; admin: string; tech: string };
/** What the registry charges us; null if it quoted no fee. */
type StoredCost = { priceCents: number; currency: string } | null;

/** The registry change of an intent. Times are ISO 8601. */
export type StoredIntentChange =
  | { kind: "publish_ds_record"; dsRecord: DsRecord }
  | { kind: "remove_ds_record"; dsRecord: DsRecord }
  | ({ kind: "change_nameservers" } & StoredDelegation)
  | { kind: "change_lock"; locked: boolean }
  | { kind: "change_hold"; held: boolean }
  | {
      kind: "change_contacts";
      contacts: StoredRegistryContacts;
      contactIds: StoredContactIds;
      whoisPrivacy: boolean;
    }
  /**
   * `delegation`: hosts below the name itself, set by a separate change once the name exists (RFC 5732 section 1.1).
   * `locked`: the same for the transfer lock, a status that a create command can't set (RFC 5731 section 3.2.1).
   */
  | { kind: "register"; years: number; delegation?: StoredDelegation; locked?: true }
  /** `years` are paid; the registry may already have auto-renewed some of them. */
  | {
      kind: "renew";
      years: number;
      paidUntil: string;
      toPaidUntil: string;
      toRegistryExpiresAt: string;
      /** The agreed cost of one year. */
      year: StoredCost;
      /** The agreed cost of `years`; missing in older rows. */
      price?: StoredCost;
    }
  | { kind: "delete" }
  /** Includes the mandatory one-year renewal. */
  | { kind: "restore"; paidUntil: string; toPaidUntil: string; restore: StoredCost; year: StoredCost }
  | { kind: "transfer_in" }
  | { kind: "approve_transfer" }
  | { kind: "reject_transfer" };

/** Null until it is sent. `unknown`, `taken` and `confirmed` are still open, the others are final. */
type StoredIntentOutcome = "unknown" | "taken" | "confirmed" | "applied" | "refused" | "superseded";

export const domains = pgTable(
  "domains",
  {
    id: primaryId(),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspaces.id),
    name: text("name").notNull(),
    tld: text("tld").notNull(),
    /** The configured registrar that manages it; never returned to callers. */
    registrar: text("registrar").notNull(),
    status: text("status").$type<DomainStatus>().notNull(),
    autoRenew: boolean("auto_renew").notNull(),
    whoisPrivacy: boolean("whois_privacy").notNull(),
    registeredAt: instant("registered_at").notNull(),
    /** Our own expiry date. The registry's date, which auto-renews, is a separate column. */
    paidUntil: instant("paid_until").notNull(),
    registryExpiresAt: instant("registry_expires_at").notNull(),
    nameservers: text("nameservers").array().notNull(),
    dsRecords: jsonb("ds_records").$type<DsRecord[]>().notNull(),
    registryStatuses: text("registry_statuses").array().notNull(),
    /** Incremented whenever the registry's state is stored; reconcile compares it. */
    version: integer("version").notNull().default(1),
    syncedAt: instant("synced_at").notNull(),
    /** Business time of the next expiry notice; null after the last one of this paid period. */
    nextNoticeAt: instant("next_notice_at"),
    registrantContactId: uuid("registrant_contact_id").references((): AnyPgColumn => contacts.id),
    adminContactId: uuid("admin_contact_id").references((): AnyPgColumn => contacts.id),
    techContactId: uuid("tech_contact_id").references((): AnyPgColumn => contacts.id),
    /** The registry's handles for them. */
    registryContacts: jsonb("registry_contacts").$type<StoredRegistryContacts>(),
    /** Addresses of nameservers below the domain itself. */
    glue: jsonb("glue").$type<StoredDelegation["glue"]>().notNull().default([]),
    /** When it auto-renews; null if it doesn't. */
    nextRenewalAt: instant("next_renewal_at"),
    /** When it is deleted at the registry unless it is renewed first; null if it isn't. */
    nextDeletionAt: instant("next_deletion_at"),
    /** When the registry is expected to change it, so that it must be read again. */
    nextLookAt: instant("next_look_at"),
    /** When the current status ends, if it does. */
    statusEndsAt: instant("status_ends_at"),
    /** When the disclosed auth code is replaced by an unknown one. */
    authCodeExpiresAt: instant("auth_code_expires_at"),
    /** Since when it is suspended because a dispute about its payment was lost; null if it isn't. */
    suspendedAt: instant("suspended_at"),
    /** The statuses that the suspension has set at the registry, such as clientHold. They end with it. */
    suspensionStatuses: text("suspension_statuses").array().notNull().default([]),
    /** Wall time until which a worker has claimed this domain's due work. */
    workLeasedUntil: instant("work_leased_until"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("domains_name_key")
      .on(table.name)
      .where(sql`${table.status} not in ('deleted', 'transferred_out')`),
    // For the domains below a name.
    index("domains_reversed_name_index").on(sql`reverse(${table.name}) text_pattern_ops`),
    index("domains_workspace_name_index").on(table.workspaceId, table.name),
    index("domains_renewals_index")
      .on(table.workspaceId, sql`coalesce(${table.nextRenewalAt}, ${table.paidUntil})`, table.id)
      .where(sql`${table.status} in ('active', 'expired')`),
    // The few that need attention for a reason that their row has.
    index("domains_attention_index")
      .on(table.workspaceId, table.name)
      .where(sql`${table.status} in ('redemption', 'pending_transfer') or ${table.suspendedAt} is not null`),
    index("domains_next_notice_at_index").on(table.nextNoticeAt),
    index("domains_synced_at_index").on(table.syncedAt),
    index("domains_next_renewal_at_index").on(table.nextRenewalAt),
    index("domains_next_deletion_at_index").on(table.nextDeletionAt),
    index("domains_next_look_at_index").on(table.nextLookAt),
    index("domains_auth_code_expires_at_index").on(table.authCodeExpiresAt),
    index("domains_registrant_contact_index").on(table.registrantContactId),
    index("domains_admin_contact_index").on(table.adminContactId),
    index("domains_tech_contact_index").on(table.techContactId),
  ],
);

/**
 * The latest regular check of a domain's nameservers and its chain of trust. A problem counts once two checks in a row have
 * found it, and silent nameservers only if they have answered before.
 */
export const domainDnsChecks = pgTable(
  "domain_dns_checks",
  {
    domainId: uuid("domain_id")
      .primaryKey()
      .references(() => domains.id, { onDelete: "cascade" }),
    workspaceId: uuid("workspace_id").notNull(),
    /** Null before the first check. */
    checkedAt: instant("checked_at"),
    /** Null once the domain has left. */
    nextCheckAt: instant("next_check_at"),
    /** Whether resolvers that validate accept its answers; `unknown` if no nameserver answered. */
    dnssec: text("dnssec")
      .$type<"insecure" | "validates" | "breaks" | "unknown">()
      .notNull()
      .default("unknown"),
    answering: integer("answering").notNull().default(0),
    asked: integer("asked").notNull().default(0),
    /** When a check first found it, if the latest one did too. */
    breaksSince: instant("breaks_since"),
    silentSince: instant("silent_since"),
    /** Whether a second check has confirmed it. */
    isBroken: boolean("is_broken").notNull().default(false),
    isSilent: boolean("is_silent").notNull().default(false),
    hasAnswered: boolean("has_answered").notNull().default(false),
  },
  (table) => [
    index("domain_dns_checks_next_check_at_index").on(table.nextCheckAt),
    index("domain_dns_checks_attention_index")
      .on(table.workspaceId)
      .where(sql`${table.isBroken} or ${table.isSilent}`),
  ],
);

/** A requested registry change and its actor, stored before it is sent and settled by reconcile. */
export const domainIntents = pgTable(
  "domain_intents",
  {
    id: primaryId(),
    domainId: uuid("domain_id")
      .notNull()
      .references(() => domains.id),
    kind: text("kind").$type<StoredIntentChange["kind"]>().notNull(),
    change: jsonb("change").$type<StoredIntentChange>().notNull(),
    actor: jsonb("actor").$type<StoredActor>().notNull(),
    requestId: text("request_id"),
    createdAt: instant("created_at").notNull(),
    settledAt: instant("settled_at"),
    operationId: uuid("operation_id").references((): AnyPgColumn => domainOperations.id),
    /** Wall time until which the process that wrote it may still be sending; it isn't settled elsewhere before. */
    leasedUntil: instant("leased_until"),
    outcome: text("outcome").$type<StoredIntentOutcome>(),
  },
  (table) => [
    index("domain_intents_open_index").on(table.domainId, table.id).where(sql`${table.settledAt} is null`),
  ],
);

export const domainHistory = pgTable(
  "domain_history",
  {
    id: primaryId(),
    domainId: uuid("domain_id")
      .notNull()
      .references(() => domains.id),
    kind: text("kind").$type<DomainHistoryEvent["kind"]>().notNull(),
    summary: text("summary").notNull(),
    details: jsonb("details").$type<Record<string, unknown>>().notNull(),
    actor: jsonb("actor").$type<StoredActor>().notNull(),
    requestId: text("request_id"),
    occurredAt: instant("occurred_at").notNull(),
  },
  (table) => [
    index("domain_history_domain_index").on(table.domainId, table.occurredAt.desc(), table.id.desc()),
    // Small, so that a list can ask for each of its domains whether its renewal has failed.
    index("domain_history_failed_renewal_index")
      .on(table.domainId, table.occurredAt)
      .where(sql`${table.kind} = 'renewal' and ${table.details} ->> 'failed' = 'automatic_renewal'`),
  ],
);

/** The notices that were sent for each paid period: windowDays 30, 15, 7, 1, and 0 for expired. */
export const domainExpiryNotices = pgTable(
  "domain_expiry_notices",
  {
    domainId: uuid("domain_id")
      .notNull()
      .references(() => domains.id),
    paidUntil: instant("paid_until").notNull(),
    windowDays: integer("window_days").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.domainId, table.paidUntil, table.windowDays] })],
);

/**
 * What people are emailed about a domain, stored with the change itself. A worker gathers what is due for a workspace
 * into one mail per person.
 */
export const domainNotifications = pgTable(
  "domain_notifications",
  {
    id: primaryId(),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspaces.id),
    domainId: uuid("domain_id")
      .notNull()
      .references(() => domains.id),
    domainName: text("domain_name").notNull(),
    kind: text("kind").$type<DomainNotificationKind>().notNull(),
    topic: text("topic").$type<DomainNotificationTopic>().notNull(),
    details: jsonb("details").$type<Record<string, unknown>>().notNull(),
    actor: jsonb("actor").$type<StoredActor>().notNull(),
    /** For what is emailed once, however often it happens. */
    onceKey: text("once_key").unique(),
    occurredAt: instant("occurred_at").notNull(),
    /** Business time of its mail; null once it was emailed or dropped. */
    mailAt: instant("mail_at"),
    /** Null until it was emailed. */
    mailedAt: instant("mailed_at"),
    /** Why it has no email of its own. */
    notSent: text("not_sent").$type<"no_recipient" | "obsolete" | "digest">(),
  },
  (table) => [
    index("domain_notifications_domain_index").on(table.domainId, table.id.desc()),
    index("domain_notifications_mail_at_index").on(table.mailAt).where(sql`${table.mailAt} is not null`),
  ],
);

/** The mails that carried a notification. Their outcomes are in `email_outcomes`. */
export const domainNotificationEmails = pgTable(
  "domain_notification_emails",
  {
    notificationId: uuid("notification_id")
      .notNull()
      .references(() => domainNotifications.id, { onDelete: "cascade" }),
    emailId: uuid("email_id").notNull(),
    toAddress: text("to_address").notNull(),
  },
  (table) => [primaryKey({ columns: [table.notificationId, table.emailId] })],
);

/** Every message of a registry, stored before it is acknowledged there. */
export const registryMessages = pgTable(
  "registry_messages",
  {
    id: primaryId(),
    registrar: text("registrar").notNull(),
    /** The registry's own id. */
    messageId: text("message_id").notNull(),
    queuedAt: instant("queued_at").notNull(),
    receivedAt: instant("received_at").notNull(),
    kind: text("kind").$type<"domain" | "low_balance" | "maintenance" | "other">().notNull(),
    domainName: text("domain_name"),
    /** Null for a message about no domain of ours, which the operator is told of. */
    domainId: uuid("domain_id").references(() => domains.id),
    text: text("text").notNull(),
    details: jsonb("details").$type<Record<string, unknown>>().notNull(),
    /** When the operator was told; null if there is no need, or not yet. */
    reportedAt: instant("reported_at"),
  },
  (table) => [
    uniqueIndex("registry_messages_message_key").on(table.registrar, table.messageId, table.queuedAt),
    index("registry_messages_unreported_index")
      .on(table.id)
      .where(sql`${table.reportedAt} is null and ${table.domainId} is null`),
  ],
);

/** The last known balance of a registrar's account at its registry. */
export const registryBalances = pgTable("registry_balances", {
  registrar: text("registrar").primaryKey(),
  balanceCents: bigint("balance_cents", { mode: "number" }).notNull(),
  currency: text("currency").notNull(),
  /** Whether the operator was alerted since it last was above the limit. */
  isLow: boolean("is_low").notNull(),
  knownAt: instant("known_at").notNull(),
});

/** People and organizations that domains are registered to. */
export const contacts = pgTable(
  "contacts",
  {
    id: primaryId(),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspaces.id),
    name: text("name").notNull(),
    organization: text("organization"),
    email: text("email").notNull(),
    /** E.164 */
    phone: text("phone").notNull(),
    street: text("street").array().notNull(),
    city: text("city").notNull(),
    stateOrProvince: text("state_or_province"),
    postalCode: text("postal_code"),
    countryCode: text("country_code").notNull(),
    version: integer("version").notNull().default(1),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    deletedAt: instant("deleted_at"),
  },
  (table) => [index("contacts_workspace_index").on(table.workspaceId, table.id)],
);

/** A contact at a registrar's registry: one public handle and one hidden one. */
export const contactHandles = pgTable(
  "contact_handles",
  {
    contactId: uuid("contact_id")
      .notNull()
      .references(() => contacts.id, { onDelete: "cascade" }),
    registrar: text("registrar").notNull(),
    isPrivate: boolean("is_private").notNull(),
    handle: text("handle").notNull(),
    /** The contact's version at the registry; 0 before the first one is sent. */
    sentVersion: integer("sent_version").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.contactId, table.registrar, table.isPrivate] }),
    uniqueIndex("contact_handles_handle_key").on(table.registrar, table.handle),
    index("contact_handles_unsent_index").on(table.handle).where(sql`${table.sentVersion} = 0`),
  ],
);

/** Operations that take time at a registry, as callers see them. */
export const domainOperations = pgTable(
  "domain_operations",
  {
    id: primaryId(),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspaces.id),
    domainName: text("domain_name").notNull(),
    /** Null without a result. */
    domainId: uuid("domain_id").references((): AnyPgColumn => domains.id, { onDelete: "set null" }),
    kind: text("kind").$type<DomainOperationKind>().notNull(),
    state: text("state").$type<DomainOperation["state"]>().notNull(),
    reason: jsonb("reason").$type<{ code: string; message: string }>(),
    waitsUntil: instant("waits_until"),
    years: integer("years"),
    priceCents: bigint("price_cents", { mode: "number" }),
    currency: text("currency"),
    /** Of what the registry charges us; null if it quoted no fee. Never shown to customers. */
    costCents: bigint("cost_cents", { mode: "number" }),
    costCurrency: text("cost_currency"),
    /** The order line that paid for it, stored with the operation: a line is executed once, and again if that failed. */
    orderLineId: uuid("order_line_id"),
    actor: jsonb("actor").$type<StoredActor>().notNull(),
    requestId: text("request_id"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    finishedAt: instant("finished_at"),
  },
  (table) => [
    index("domain_operations_workspace_index").on(table.workspaceId, table.id.desc()),
    uniqueIndex("domain_operations_order_line_key")
      .on(table.orderLineId)
      .where(sql`${table.state} <> 'failed'`),
    index("domain_operations_order_line_index").on(table.orderLineId),
    index("domain_operations_name_index").on(table.workspaceId, table.domainName, table.id),
    index("domain_operations_failed_index")
      .on(table.workspaceId, table.id)
      .where(sql`${table.state} = 'failed'`),
    uniqueIndex("domain_operations_open_key")
      .on(table.workspaceId, table.domainName)
      .where(sql`${table.finishedAt} is null and ${table.kind} not like '%_change'`),
  ],
);

/**
 * Years by which registries renewed domains at their dates, unpaid. Their charges wait in the ledger until a renewal
 * pays for them or the domain leaves.
 */
export const registryRenewals = pgTable(
  "registry_renewals",
  {
    id: primaryId(),
    domainId: uuid("domain_id")
      .notNull()
      .references(() => domains.id),
    /** The registry's date, before it renewed the domain. */
    renewedFrom: instant("renewed_from").notNull(),
    costCents: bigint("cost_cents", { mode: "number" }).notNull(),
    currency: text("currency").notNull(),
    /** Null while it waits for a payment. */
    outcome: text("outcome").$type<"paid" | "returned" | "lost">(),
    /** The order line that paid for it. */
    orderLineId: uuid("order_line_id"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [uniqueIndex("registry_renewals_term_key").on(table.domainId, table.renewedFrom)],
);

/** One change for many domains. */
export const domainBatches = pgTable(
  "domain_batches",
  {
    id: primaryId(),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspaces.id),
    change: jsonb("change").$type<DomainBatchChange>().notNull(),
    /** The requester and their domain limit, which apply to the batch's work. */
    actor: jsonb("actor").$type<StoredActor>().notNull(),
    requestId: text("request_id"),
    total: integer("total").notNull(),
    createdAt: instant("created_at").notNull(),
    finishedAt: instant("finished_at"),
  },
  (table) => [index("domain_batches_workspace_index").on(table.workspaceId, table.id.desc())],
);

export const domainBatchItems = pgTable(
  "domain_batch_items",
  {
    batchId: uuid("batch_id")
      .notNull()
      .references(() => domainBatches.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    domainName: text("domain_name").notNull(),
    state: text("state").$type<DomainBatchItem["state"]>().notNull(),
    reason: jsonb("reason").$type<{ code: string; message: string }>(),
    leasedUntil: instant("leased_until"),
  },
  (table) => [
    primaryKey({ columns: [table.batchId, table.position] }),
    index("domain_batch_items_waiting_index")
      .on(table.batchId, table.position)
      .where(sql`${table.state} = 'waiting'`),
  ],
);
