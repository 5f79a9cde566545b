import type { EventType, WebhookDelivery } from "@zonepost/schema";
import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { workspaces } from "./accounts.ts";
import { instant, primaryId } from "./columns.ts";

export const webhookEndpoints = pgTable(
  "webhook_endpoints",
  {
    id: primaryId(),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspaces.id),
    url: text("url").notNull(),
    events: text("events").array().$type<(EventType | "*")[]>().notNull(),
    description: text("description").notNull().default(""),
    secretEncrypted: text("secret_encrypted").notNull(),
    active: boolean("active").notNull().default(true),
    consecutiveFailures: integer("consecutive_failures").notNull().default(0),
    /** Business time until which an endpoint isn't retried after a failure. */
    probeAt: instant("probe_at"),
    deactivatedAt: instant("deactivated_at"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("webhook_endpoints_workspace_index").on(table.workspaceId, table.id)],
);

/** The outbox of events. The body is stored as text, so that its signature and every retry use the same bytes. */
export const events = pgTable(
  "events",
  {
    id: primaryId(),
    workspaceId: uuid("workspace_id").notNull(),
    type: text("type").$type<EventType>().notNull(),
    body: text("body").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("events_workspace_index").on(table.workspaceId, table.id)],
);

/** The delivery history, partitioned by range of its UUIDv7 id (see the migration). */
export const deliveries = pgTable(
  "deliveries",
  {
    id: primaryId(),
    endpointId: uuid("endpoint_id").notNull(),
    eventId: uuid("event_id").notNull(),
    eventType: text("event_type").$type<EventType>().notNull(),
    status: text("status").$type<WebhookDelivery["status"]>().notNull(),
    attempt: integer("attempt").notNull().default(0),
    statusCode: integer("status_code"),
    error: text("error"),
    durationMs: integer("duration_ms"),
    lastAttemptAt: instant("last_attempt_at"),
    nextAttemptAt: instant("next_attempt_at"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("deliveries_endpoint_index").on(table.endpointId, table.id.desc())],
);

/** Pending deliveries: a small, frequently updated table. Rows are deleted once delivered. */
export const deliveryQueue = pgTable(
  "delivery_queue",
  {
    deliveryId: uuid("delivery_id").primaryKey(),
    endpointId: uuid("endpoint_id").notNull(),
    eventId: uuid("event_id").notNull(),
    /** Business time. */
    dueAt: instant("due_at").notNull(),
    attempt: integer("attempt").notNull().default(0),
    /** The fencing token: completing and renewing match on it, so that a slow worker can't finish another's claim. */
    claimId: uuid("claim_id"),
    /** Wall clock. */
    leaseUntil: instant("lease_until"),
  },
  (table) => [
    uniqueIndex("delivery_queue_event_endpoint_key").on(table.eventId, table.endpointId),
    index("delivery_queue_endpoint_due_index").on(table.endpointId, table.attempt, table.dueAt),
    index("delivery_queue_due_index").on(table.dueAt),
    index("delivery_queue_lease_index").on(table.leaseUntil).where(sql`${table.leaseUntil} is not null`),
  ],
);
