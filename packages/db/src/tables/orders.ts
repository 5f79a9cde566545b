import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users, workspaces } from "./accounts.ts";
import { instant, primaryId, type StoredActor } from "./columns.ts";

/** What a customer buys at once, paid with one payment. */
export const orders = pgTable(
  "orders",
  {
    id: primaryId(),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspaces.id),
    state: text("state")
      .$type<"awaiting_payment" | "processing" | "completed" | "partly_completed" | "failed" | "cancelled">()
      .notNull(),
    /** `renewal`: made by the sweep, not by a person or a key. */
    origin: text("origin").$type<"request" | "renewal">().notNull(),
    /** With tax. */
    totalCents: bigint("total_cents", { mode: "number" }).notNull(),
    taxCents: bigint("tax_cents", { mode: "number" }).notNull(),
    taxPercent: text("tax_percent").notNull(),
    currency: text("currency").notNull(),
    /** Null if there is nothing to pay. */
    paymentId: uuid("payment_id"),
    /** The chosen card; null for the default card of the moment. */
    paymentMethodId: uuid("payment_method_id"),
    /** The requester and their domain limit, which apply to the order's work. */
    actor: jsonb("actor").$type<StoredActor>().notNull(),
    domainNames: jsonb("domain_names").$type<string[]>(),
    requestId: text("request_id"),
    /** Kind and id of the actor: with the key, a repeated request finds its order. */
    idempotencyActor: text("idempotency_actor"),
    idempotencyKey: text("idempotency_key"),
    /** Wall clock: until then, a request or the renewal sweep is beginning its payment. */
    payingUntil: instant("paying_until"),
    /** The unpaid orders whose place it took, as they were. */
    replacedOrders:
      jsonb("replaced_orders").$type<
        {
          id: string;
          lines: {
            kind: "registration" | "renewal" | "restore" | "transfer_in" | "mail_plan" | "settlement";
            domainName: string;
          }[];
        }[]
      >(),
    /** Business time at which an unpaid order is cancelled; null once it is paid or has ended. */
    cancelsAt: instant("cancels_at"),
    /** Of an unpaid renewal: someone has confirmed another charge then, so that earlier charges no longer count as this try. */
    retriedAt: instant("retried_at"),
    /** Business time of the next look at the transfer locks of its domains, after a dispute has changed. */
    disputeCheckAt: instant("dispute_check_at"),
    /** With tax, what banks have taken back of its payment in lost disputes. */
    lostCents: bigint("lost_cents", { mode: "number" }).notNull().default(0),
    /** Of that, what is still to be settled; null if no dispute was lost. */
    owedCents: bigint("owed_cents", { mode: "number" }),
    owedTaxCents: bigint("owed_tax_cents", { mode: "number" }).notNull().default(0),
    /** Business time at which its domains are suspended, once that has been announced by email. */
    suspendsAt: instant("suspends_at"),
    /** Business time of the next look at what is suspended for it; null if time changes nothing. */
    suspensionCheckAt: instant("suspension_check_at"),
    /** The month in which an API key's order counts toward the key's limit; null unless it is paid or being charged. */
    countedAt: instant("counted_at"),
    /** The key that pays the order, if it isn't the one that placed it. */
    countedKeyId: uuid("counted_key_id"),
    createdAt: instant("created_at").notNull(),
    finishedAt: instant("finished_at"),
  },
  (table) => [
    index("orders_counted_index")
      .on(sql`(${table.actor} ->> 'id')`, table.countedAt)
      .where(sql`${table.countedAt} is not null`),
    index("orders_counted_key_index")
      .on(table.countedKeyId, table.countedAt)
      .where(sql`${table.countedKeyId} is not null`),
    // The latest renewals that haven't succeeded.
    index("orders_open_renewals_index")
      .on(table.workspaceId, table.id)
      .where(sql`${table.origin} = 'renewal' and ${table.state} not in ('completed', 'cancelled')`),
    uniqueIndex("orders_idempotency_key").on(table.workspaceId, table.idempotencyActor, table.idempotencyKey),
    index("orders_workspace_index").on(table.workspaceId, table.id.desc()),
    index("orders_cancels_at_index").on(table.cancelsAt),
    index("orders_dispute_check_index").on(table.disputeCheckAt),
    index("orders_suspension_check_index").on(table.suspensionCheckAt),
    index("orders_owed_index").on(table.workspaceId).where(sql`${table.owedCents} > 0`),
    index("orders_payment_index").on(table.paymentId),
  ],
);

/** Each succeeds, or is refunded, on its own. */
export const orderLines = pgTable(
  "order_lines",
  {
    id: primaryId(),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspaces.id),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    position: integer("position").notNull(),
    kind: text("kind")
      .$type<"registration" | "renewal" | "restore" | "transfer_in" | "mail_plan" | "settlement">()
      .notNull(),
    domainName: text("domain_name").notNull(),
    years: integer("years"),
    planSlug: text("plan_slug"),
    /** Of an upgrade that was carried out: the plan before it. */
    previousPlanSlug: text("previous_plan_slug"),
    /** What the line holds in its workspace while it is open, such as a name or one expiry date of a renewal. */
    thing: text("thing"),
    /** The name that it holds in all workspaces, from just before the charge until the line ends. */
    heldName: text("held_name"),
    /** The input of the operation, without secrets. */
    input: jsonb("input").$type<Record<string, unknown>>().notNull(),
    /** An auth code. Erased when the line ends. */
    secretEncrypted: text("secret_encrypted"),
    state: text("state").$type<"pending" | "running" | "completed" | "failed" | "refunded">().notNull(),
    /** Without tax. */
    priceCents: bigint("price_cents", { mode: "number" }).notNull(),
    taxCents: bigint("tax_cents", { mode: "number" }).notNull(),
    isPremium: boolean("is_premium").notNull().default(false),
    /** With tax, of refunds that succeeded. */
    refundedCents: bigint("refunded_cents", { mode: "number" }).notNull().default(0),
    /** Why it failed. */
    failure: jsonb("failure").$type<{ code: string; message: string }>(),
    operationId: uuid("operation_id"),
    /** The transfer lock of its domain was set because of a dispute, and is removed once the dispute is won. */
    isLockedForDispute: boolean("is_locked_for_dispute").notNull().default(false),
    /** When its domain was deleted while its registry returned the cost, or its mail plan was taken back. */
    undoneAt: instant("undone_at"),
    /** Business time of the next attempt or look; null while it waits for money, and once it has ended. */
    nextAttemptAt: instant("next_attempt_at"),
    /** Business time after which a registry that hasn't answered is no longer waited for. */
    givesUpAt: instant("gives_up_at"),
    /** Wall clock: one worker executes a line at a time. */
    leasedUntil: instant("leased_until"),
    createdAt: instant("created_at").notNull(),
    finishedAt: instant("finished_at"),
  },
  (table) => [
    uniqueIndex("order_lines_order_key").on(table.orderId, table.position),
    index("order_lines_workspace_index").on(table.workspaceId, table.domainName),
    index("order_lines_next_attempt_index").on(table.nextAttemptAt),
    uniqueIndex("order_lines_thing_key")
      .on(table.workspaceId, table.thing)
      .where(sql`${table.state} in ('pending', 'running')`),
    uniqueIndex("order_lines_held_name_key")
      .on(table.heldName)
      .where(sql`${table.state} in ('pending', 'running')`),
    // Lines of different orders, such as renewals of two expiry dates, are carried out one after the other.
    uniqueIndex("order_lines_open_key")
      .on(table.workspaceId, table.kind, table.domainName)
      .where(sql`${table.state} = 'running'`),
  ],
);

/** Auth codes that a person has entered for a transfer that isn't ordered yet. An order takes them over. */
export const transferCodes = pgTable(
  "transfer_codes",
  {
    id: primaryId(),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspaces.id),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    domainName: text("domain_name").notNull(),
    codeEncrypted: text("code_encrypted").notNull(),
    /** Business time at which it is deleted if nothing was ordered. */
    expiresAt: instant("expires_at").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("transfer_codes_name_key").on(table.workspaceId, table.userId, table.domainName),
    index("transfer_codes_user_index").on(table.userId),
    index("transfer_codes_expires_at_index").on(table.expiresAt),
  ],
);

/** Emails about an order, stored in the transactions of their causes. Each cause has one, also after it was sent. */
export const orderEmails = pgTable(
  "order_emails",
  {
    id: primaryId(),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspaces.id),
    orderId: uuid("order_id")
      .notNull()
      .references(() => orders.id),
    kind: text("kind")
      .$type<"receipt" | "refund" | "refund_failed" | "order_line_failed" | "payment_confirmation_needed">()
      .notNull(),
    /** The order, the line or the refund. */
    subjectId: uuid("subject_id").notNull(),
    /** Business time at which it is sent, or looked at again while more of its kind is expected; null once it has ended. */
    dueAt: instant("due_at"),
    /** Null if it was no longer true when it was due. */
    sentAt: instant("sent_at"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("order_emails_subject_key").on(table.kind, table.subjectId),
    index("order_emails_due_index").on(table.dueAt),
    index("order_emails_order_index").on(table.orderId),
  ],
);
