import { sql } from "drizzle-orm";
import {
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

/**
 * The code of the processor that gave the IDs of a row. The default is for the previous version, which only knew Stripe
 * and still runs during an update.
 */
const processor = () => text("processor").notNull().default("stripe");

/** A workspace at a payment processor, stored before it is used there. */
export const paymentCustomers = pgTable(
  "payment_customers",
  {
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspaces.id),
    processor: processor(),
    processorId: text("processor_id").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.processor] }),
    uniqueIndex("payment_customers_processor_key").on(table.processorId, table.processor),
  ],
);

/** Saved cards. A removed one is kept for a while, so that a late notice can't bring it back. */
export const paymentMethods = pgTable(
  "payment_methods",
  {
    id: primaryId(),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspaces.id),
    processor: processor(),
    processorId: text("processor_id").notNull(),
    brand: text("brand").notNull(),
    last4: text("last4").notNull(),
    expiryMonth: integer("expiry_month").notNull(),
    expiryYear: integer("expiry_year").notNull(),
    isDefault: boolean("is_default").notNull(),
    /** Increased by every write: a read from the processor only counts if it hasn't changed meanwhile. */
    version: integer("version").notNull().default(1),
    /** The caller who asked for the removal: it is recorded as theirs, even if a notice reports it first. */
    removalRequestedBy: jsonb("removal_requested_by").$type<StoredActor>(),
    removalRequestId: text("removal_request_id"),
    removedAt: instant("removed_at"),
    /** Business time of the next email that it expires; null after the last one. */
    nextExpiryMailAt: instant("next_expiry_mail_at"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("payment_methods_processor_key").on(table.processorId, table.processor),
    uniqueIndex("payment_methods_default_key").on(table.workspaceId).where(sql`${table.isDefault}`),
    index("payment_methods_workspace_index").on(table.workspaceId, table.id),
    index("payment_methods_next_expiry_mail_index").on(table.nextExpiryMailAt),
    index("payment_methods_removed_at_index").on(table.removedAt),
  ],
);

/** Hosted pages on which a card is entered. The card that one saves is recorded as added by the page's opener. */
export const cardPages = pgTable(
  "card_pages",
  {
    id: primaryId(),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspaces.id),
    processor: processor(),
    processorId: text("processor_id").notNull(),
    openedBy: jsonb("opened_by").$type<StoredActor>().notNull(),
    requestId: text("request_id"),
    /** Business time of the next look at the processor, in case its notice is lost; null once the page has ended. */
    nextCheckAt: instant("next_check_at"),
    /** Null while the page is open, and if it expired. */
    paymentMethodId: uuid("payment_method_id").references(() => paymentMethods.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("card_pages_processor_key").on(table.processorId, table.processor),
    index("card_pages_workspace_index").on(table.workspaceId),
    index("card_pages_next_check_index").on(table.nextCheckAt),
    index("card_pages_payment_method_index").on(table.paymentMethodId),
    index("card_pages_created_at_index").on(table.createdAt),
  ],
);

/** The processor's notices that have been handled. Each is recorded in the transaction of its effect. */
export const inboundNotices = pgTable(
  "inbound_notices",
  {
    processor: processor(),
    /** The processor's id of the notice. */
    id: text("id").notNull(),
    /** Wall clock. */
    receivedAt: instant("received_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.processor] }),
    index("inbound_notices_received_at_index").on(table.receivedAt),
  ],
);

const cents = (name: string) => bigint(name, { mode: "number" });

/** What one order costs. Attempts to charge it come and go; the payment stays the same. */
export const payments = pgTable(
  "payments",
  {
    id: primaryId(),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspaces.id),
    orderId: uuid("order_id").notNull(),
    status: text("status")
      .$type<"pending" | "received" | "confirmed" | "failed" | "refunded" | "disputed">()
      .notNull(),
    /** With tax. */
    amountCents: cents("amount_cents").notNull(),
    taxCents: cents("tax_cents").notNull(),
    /** Of refunds that succeeded. */
    refundedCents: cents("refunded_cents").notNull().default(0),
    currency: text("currency").notNull(),
    /** Of the card that was charged last: the saved card may be removed later. */
    card: jsonb("card").$type<{ brand: string; last4: string }>(),
    /** Why the last attempt failed, in the bank's words. */
    failure: jsonb("failure").$type<{ code: string; message: string }>(),
    receivedAt: instant("received_at"),
    cooldownState: text("cooldown_state").$type<"running" | "paused" | "done" | "ended">(),
    pauseReason: text("pause_reason").$type<"early_fraud_warning" | "dispute" | "refund_owed">(),
    pausedAt: instant("paused_at"),
    /** Business time at which the cooldown, or the pause for a fraud warning, ends; null if nothing ends it. */
    cooldownDueAt: instant("cooldown_due_at"),
    /** What was left of the cooldown when it was last started, paused or ended. */
    cooldownLeftMs: bigint("cooldown_left_ms", { mode: "number" }),
    confirmedAt: instant("confirmed_at"),
    /** When money arrived after the order had ended. It is returned in full, and the payment isn't received. */
    lateChargeAt: instant("late_charge_at"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("payments_late_charge_index").on(table.lateChargeAt).where(sql`${table.lateChargeAt} is not null`),
    uniqueIndex("payments_order_key").on(table.orderId),
    index("payments_workspace_index").on(table.workspaceId, table.id.desc()),
    index("payments_cooldown_due_index").on(table.cooldownDueAt),
  ],
);

/** One charge of a card, or one hosted page on which a person can pay. Stored before the processor is called. */
export const paymentAttempts = pgTable(
  "payment_attempts",
  {
    id: primaryId(),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspaces.id),
    paymentId: uuid("payment_id")
      .notNull()
      .references(() => payments.id),
    kind: text("kind").$type<"card" | "page">().notNull(),
    state: text("state")
      .$type<"starting" | "confirming" | "awaiting_customer" | "succeeded" | "failed" | "canceled">()
      .notNull(),
    processor: processor(),
    /** The saved card, at the processor; null for a page. */
    processorCardId: text("processor_card_id"),
    isOnSession: boolean("is_on_session").notNull(),
    returnUrl: text("return_url"),
    /** The processor's ids, stored as soon as they are known: an unknown outcome is settled by reading them. */
    intentId: text("intent_id"),
    pageId: text("page_id"),
    chargeId: text("charge_id"),
    /** Where a person pays or authenticates. */
    url: text("url"),
    failure: jsonb("failure").$type<{ code: string; message: string }>(),
    /** Who is paying. The charge is theirs in the audit log, and so is the card that a page saves. */
    requestedBy: jsonb("requested_by").$type<StoredActor>().notNull(),
    requestId: text("request_id"),
    /** Business time of the next look at the processor; null once the attempt has ended. */
    nextCheckAt: instant("next_check_at"),
    createdAt: instant("created_at").notNull(),
    finishedAt: instant("finished_at"),
  },
  (table) => [
    uniqueIndex("payment_attempts_intent_key").on(table.intentId, table.processor),
    uniqueIndex("payment_attempts_page_key").on(table.pageId, table.processor),
    index("payment_attempts_payment_index").on(table.paymentId),
    index("payment_attempts_card_index").on(table.processorCardId, table.processor),
    index("payment_attempts_charge_index").on(table.chargeId),
    index("payment_attempts_next_check_index").on(table.nextCheckAt),
    index("payment_attempts_finished_at_index").on(table.finishedAt),
    // The one before is closed first, so that a person can't pay in two places.
    uniqueIndex("payment_attempts_open_key")
      .on(table.paymentId)
      .where(sql`${table.state} in ('starting', 'confirming', 'awaiting_customer')`),
  ],
);

/** Money on its way back. Stored before the processor is called. */
export const refunds = pgTable(
  "refunds",
  {
    id: primaryId(),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspaces.id),
    paymentId: uuid("payment_id")
      .notNull()
      .references(() => payments.id),
    attemptId: uuid("attempt_id")
      .notNull()
      .references(() => paymentAttempts.id),
    /** `waiting`: for the operator's decision. No money is on its way, and none is reserved. */
    state: text("state").$type<"waiting" | "pending" | "succeeded" | "failed">().notNull(),
    reason: text("reason")
      .$type<
        "requested" | "line_failed" | "domain_deleted" | "transfer_ended" | "paid_twice" | "order_canceled"
      >()
      .notNull(),
    /** With tax. Of a payment that was paid twice, the whole second charge, which `refundedCents` doesn't include. */
    amountCents: cents("amount_cents").notNull(),
    taxCents: cents("tax_cents").notNull(),
    /**
     * The whole line was returned. `isTakenBack`: the mail plan that it paid for has ended, or has fallen back.
     * `isGivenAway`: what it paid for stays with the customer.
     */
    lineAmounts: jsonb("line_amounts")
      .$type<{ lineId: string; amountCents: number; isTakenBack?: boolean; isGivenAway?: boolean }[]>()
      .notNull(),
    /** Why the operator made it. */
    note: text("note"),
    /** The refund that failed before. Each is retried once; a retry can be retried again. */
    retryOfId: uuid("retry_of_id"),
    /** Paid by the operator in another way, so the processor has no part in it. */
    isOutside: boolean("is_outside").notNull().default(false),
    /** Of one that has failed: when another one took its place. Until then, its money is owed. */
    settledAt: instant("settled_at"),
    processor: processor(),
    processorId: text("processor_id"),
    /** The idempotency key after a failure that the processor repeats for the first one, which is the refund's ID. */
    sendKey: text("send_key"),
    failure: jsonb("failure").$type<{ code: string; message: string }>(),
    requestedBy: jsonb("requested_by").$type<StoredActor>().notNull(),
    requestId: text("request_id"),
    nextCheckAt: instant("next_check_at"),
    createdAt: instant("created_at").notNull(),
    finishedAt: instant("finished_at"),
  },
  (table) => [
    uniqueIndex("refunds_processor_key").on(table.processorId, table.processor),
    index("refunds_payment_index").on(table.paymentId),
    index("refunds_next_check_index").on(table.nextCheckAt),
    index("refunds_finished_at_index").on(table.finishedAt),
    uniqueIndex("refunds_retry_key").on(table.retryOfId),
    index("refunds_owed_index")
      .on(table.workspaceId)
      .where(sql`${table.state} = 'failed' and ${table.settledAt} is null`),
    // For the operator's list, and the number of registrations that a workspace undid in a month.
    index("refunds_for_operator_index")
      .on(table.paymentId)
      .where(sql`${table.state} in ('failed', 'waiting')`),
    index("refunds_undone_index")
      .on(table.workspaceId, table.createdAt)
      .where(sql`${table.reason} = 'domain_deleted'`),
  ],
);

/** Disputes and early fraud warnings, as last read from the processor. */
export const paymentDisputes = pgTable(
  "payment_disputes",
  {
    id: primaryId(),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspaces.id),
    paymentId: uuid("payment_id")
      .notNull()
      .references(() => payments.id),
    processor: processor(),
    processorId: text("processor_id").notNull(),
    kind: text("kind").$type<"dispute" | "early_fraud_warning">().notNull(),
    state: text("state").$type<"open" | "won" | "lost" | "released">().notNull(),
    /** The bank only asks, and has withdrawn nothing. It can become a dispute. */
    isInquiry: boolean("is_inquiry").notNull().default(false),
    amountCents: cents("amount_cents").notNull(),
    /** Of a lost dispute, the tax that is no longer owed. Older ones have none. */
    lostTaxCents: cents("lost_tax_cents").notNull().default(0),
    /** The bank's deadline for evidence; null if it names none. */
    evidenceDueAt: instant("evidence_due_at"),
    /** Business time of the next look, in case the notice of its end is lost; null once it has ended. */
    nextCheckAt: instant("next_check_at"),
    openedAt: instant("opened_at").notNull(),
    closedAt: instant("closed_at"),
  },
  (table) => [
    uniqueIndex("payment_disputes_processor_key").on(table.processorId, table.processor),
    index("payment_disputes_payment_index").on(table.paymentId),
    index("payment_disputes_next_check_index").on(table.nextCheckAt),
    index("payment_disputes_open_index").on(table.paymentId).where(sql`${table.state} = 'open'`),
    index("payment_disputes_attention_index").on(table.workspaceId).where(sql`${table.state} = 'open'`),
  ],
);

/** Double entry, append-only: a trigger rejects updates and deletes. A transaction's entries sum to zero per currency. */
export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    id: primaryId(),
    transactionId: uuid("transaction_id").notNull(),
    /** Null for money of the installation, such as payouts. */
    workspaceId: uuid("workspace_id"),
    occurredAt: instant("occurred_at").notNull(),
    account: text("account").notNull(),
    /** Debit positive, credit negative. */
    amountCents: cents("amount_cents").notNull(),
    currency: text("currency").notNull(),
    orderId: uuid("order_id"),
    paymentId: uuid("payment_id"),
    /** Such as charge:<attempt> or refund:<id>: an effect is posted once, however often it is reported. */
    cause: text("cause").notNull(),
    description: text("description").notNull(),
  },
  (table) => [
    uniqueIndex("ledger_entries_cause_key").on(table.cause, table.account),
    index("ledger_entries_workspace_index").on(table.workspaceId, table.id),
    index("ledger_entries_transaction_index").on(table.transactionId),
    index("ledger_entries_payment_index").on(table.paymentId),
    index("ledger_entries_occurred_at_index").on(table.occurredAt),
  ],
);

/** The address on a workspace's receipts. Its country decides the tax rate. */
export const billingProfiles = pgTable("billing_profiles", {
  workspaceId: uuid("workspace_id")
    .primaryKey()
    .references(() => workspaces.id),
  company: text("company"),
  address: text("address"),
  countryCode: text("country_code"),
  vatId: text("vat_id"),
  updatedAt: instant("updated_at").notNull(),
});

/** Numbers without gaps, given in the transaction that records the money. A trigger rejects updates and deletes. */
export const receipts = pgTable(
  "receipts",
  {
    /** 1, 2, 3 …, for the whole installation. */
    number: bigint("number", { mode: "number" }).primaryKey(),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspaces.id),
    orderId: uuid("order_id").notNull(),
    paymentId: uuid("payment_id").references(() => payments.id),
    /** The buyer as it was then. */
    billing: jsonb("billing")
      .$type<{
        company: string | null;
        address: string | null;
        countryCode: string | null;
        vatId: string | null;
      }>()
      .notNull(),
    /** The operator as it was then; null for receipts from before it was stored. */
    seller: jsonb("seller").$type<{ name: string; addressLines: string[]; vatId: string | null }>(),
    taxPercent: text("tax_percent").notNull(),
    issuedAt: instant("issued_at").notNull(),
  },
  (table) => [
    uniqueIndex("receipts_order_key").on(table.orderId),
    index("receipts_payment_index").on(table.paymentId),
  ],
);

/** The movements of our balance at each processor, as last listed. Their fees are posted in the transaction that stores them. */
export const processorTransactions = pgTable(
  "processor_transactions",
  {
    processor: processor(),
    /** The processor's. The key follows in the next version: the previous one still writes `on conflict (id)`. */
    id: text("id").primaryKey(),
    kind: text("kind")
      .$type<"charge" | "refund" | "refund_failure" | "dispute" | "fee" | "payout" | "reserve" | "other">()
      .notNull(),
    /** The charge, refund, dispute or payout, at the processor. */
    sourceId: text("source_id"),
    /** Negative when money leaves the balance. */
    amountCents: cents("amount_cents").notNull(),
    feeCents: cents("fee_cents").notNull(),
    currency: text("currency").notNull(),
    occurredAt: instant("occurred_at").notNull(),
  },
  (table) => [
    uniqueIndex("processor_transactions_processor_key").on(table.id, table.processor),
    index("processor_transactions_source_index").on(table.sourceId),
  ],
);

/** How far those movements have been listed. One row per processor. */
export const processorReadings = pgTable(
  "processor_readings",
  {
    id: text("id").notNull(),
    processor: processor(),
    /** The last complete listing had everything until then, by the processor's clock. Null before the first one. */
    completeUntil: instant("complete_until"),
    /** The last one stored of a listing that is under way, newest first; null between listings. */
    lastId: text("last_id"),
  },
  (table) => [primaryKey({ columns: [table.id, table.processor] })],
);

/** An account at a registry since its balance has been compared with the ledger. */
export const registryAccounts = pgTable("registry_accounts", {
  registrar: text("registrar").primaryKey(),
  currency: text("currency").notNull(),
  /** What it held beyond the ledger when it was first asked. */
  openingCents: cents("opening_cents").notNull(),
  openedAt: instant("opened_at").notNull(),
});

/** The daily comparison of the ledger with the payments, the processor and the registries. */
export const paymentReconciliations = pgTable("payment_reconciliations", {
  /** By the business clock, such as 2030-01-31. */
  day: text("day").primaryKey(),
  /** Wall clock. A run that hasn't finished after an hour is repeated. */
  startedAt: instant("started_at").notNull().defaultNow(),
  finishedAt: instant("finished_at"),
  paymentCount: integer("payment_count").notNull().default(0),
  differences: jsonb("differences")
    .$type<
      {
        /** Null for the account as a whole. */
        paymentId: string | null;
        account: string;
        at: "ledger" | "processor" | "registry";
        ownCents: number;
        foundCents: number;
        /** Differences from before it was stored are of a payment. */
        currency?: string;
      }[]
    >()
    .notNull()
    .default([]),
  /** What couldn't be asked, and why. */
  unchecked: jsonb("unchecked")
    .$type<
      {
        at: "processor" | "registry";
        /** Null for all of them. */
        registrar: string | null;
        reason: "not_offered" | "no_answer" | "failed" | "changing";
      }[]
    >()
    .notNull()
    .default([]),
});
