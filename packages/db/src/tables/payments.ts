import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { workspaces } from "./accounts.ts";
import { instant, primaryId, type StoredActor } from "./columns.ts";

/** A workspace at the payment processor, stored before it is used there. */
export const paymentCustomers = pgTable(
  "payment_customers",
  {
    workspaceId: uuid("workspace_id")
      .primaryKey()
      .references(() => workspaces.id),
    processorId: text("processor_id").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [uniqueIndex("payment_customers_processor_key").on(table.processorId)],
);

/** Saved cards. A removed one is kept for a while, so that a late notice can't bring it back. */
export const paymentMethods = pgTable(
  "payment_methods",
  {
    id: primaryId(),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspaces.id),
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
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("payment_methods_processor_key").on(table.processorId),
    uniqueIndex("payment_methods_default_key").on(table.workspaceId).where(sql`${table.isDefault}`),
    index("payment_methods_workspace_index").on(table.workspaceId, table.id),
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
    uniqueIndex("card_pages_processor_key").on(table.processorId),
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
    /** The processor's id of the notice. */
    id: text("id").primaryKey(),
    /** Wall clock. */
    receivedAt: instant("received_at").notNull().defaultNow(),
  },
  (table) => [index("inbound_notices_received_at_index").on(table.receivedAt)],
);
