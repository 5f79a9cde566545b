import type { EventType, WebhookDelivery } from "@zonepost/schema";
import { sql } from "drizzle-orm";
import {
  boolean,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { workspaces } from "./accounts.ts";
import { instant, primaryId } from "./columns.ts";

const bytes = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });
const ranges = customType<{ data: string }>({ dataType: () => "int8multirange" });

export const webhookEndpoints = pgTable(
  "webhook_endpoints",
  {
    id: primaryId(),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspaces.id),
    url: text("url").notNull(),
    /** The URL's host without its port and final dot; of an IPv6 address without its last bracket. */
    targetHost: text("target_host").generatedAlwaysAs(
      sql`lower(rtrim(split_part(split_part(translate(url, '?#', '//'), '/', 3),
        case when split_part(translate(url, '?#', '//'), '/', 3) like '[%' then ']' else ':' end, 1), '.'))`,
    ),
    events: text("events").array().$type<(EventType | "*")[]>().notNull(),
    description: text("description").notNull().default(""),
    tags: text("tags").array().notNull().default([]),
    /** Events of the same object are delivered one after the other. */
    ordered: boolean("ordered").notNull().default(false),
    secretEncrypted: text("secret_encrypted").notNull(),
    /** During a rotation, the secret that replaces the current one. */
    nextSecretEncrypted: text("next_secret_encrypted"),
    /** Wall clock: from then on, only the next secret signs. */
    rotationEndsAt: instant("rotation_ends_at"),
    active: boolean("active").notNull().default(true),
    consecutiveFailures: integer("consecutive_failures").notNull().default(0),
    /** Business time until which an endpoint isn't retried after a failure. */
    probeAt: instant("probe_at"),
    deactivatedAt: instant("deactivated_at"),
    /** When the oldest event was created that an inactive endpoint hadn't received when it was deactivated. */
    missedSince: instant("missed_since"),
    deactivationReason: text("deactivation_reason").$type<"paused" | "failures" | "gone">(),
    /** The catch-up in progress; new deliveries wait for those of the same object that it sends. */
    catchUpId: uuid("catch_up_id"),
    /** While a catch-up prepares, nothing is claimed for the endpoint. */
    isHeld: boolean("is_held").notNull().default(false),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("webhook_endpoints_workspace_index").on(table.workspaceId, table.id),
    index("webhook_endpoints_rotation_index")
      .on(table.rotationEndsAt)
      .where(sql`${table.rotationEndsAt} is not null`),
  ],
);

/**
 * The outbox of events, partitioned by range of its UUIDv7 id (see the migration). The body is stored as text, so that
 * its signature and every retry use the same bytes.
 */
export const events = pgTable(
  "events",
  {
    id: uuid("id").notNull(),
    workspaceId: uuid("workspace_id").notNull(),
    type: text("type").$type<EventType>().notNull(),
    /** The domain or payment that the event is about, as receivers know it. */
    subject: text("subject").notNull(),
    /** Counts the subject's events, from 1. */
    sequence: integer("sequence").notNull(),
    body: text("body").notNull(),
    isTest: boolean("is_test").notNull().default(false),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

/** The number of events of each subject. Raising it locks the row, so numbers have the order of commits. */
export const eventSequences = pgTable(
  "event_sequences",
  {
    workspaceId: uuid("workspace_id").notNull(),
    subject: text("subject").notNull(),
    last: integer("last").notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.subject] })],
);

/** The delivery history with each delivery's latest attempt, partitioned by range of its UUIDv7 id (see the migration). */
export const deliveries = pgTable(
  "deliveries",
  {
    id: uuid("id").notNull(),
    workspaceId: uuid("workspace_id").notNull(),
    endpointId: uuid("endpoint_id").notNull(),
    eventId: uuid("event_id").notNull(),
    eventType: text("event_type").$type<EventType>().notNull(),
    subject: text("subject").notNull(),
    sequence: integer("sequence").notNull(),
    isTest: boolean("is_test").notNull().default(false),
    status: text("status").$type<WebhookDelivery["status"]>().notNull(),
    /** The status if it is `failed` or `skipped`: for an index that a success doesn't change. */
    missedAs: text("missed_as").generatedAlwaysAs(
      sql`case when "status" in ('failed', 'skipped') then "status" end`,
    ),
    /** The number of attempts made, replays included. */
    attempt: integer("attempt").notNull().default(0),
    /** How many of them were replays, which don't count for the schedule. */
    replays: integer("replays").notNull().default(0),
    statusCode: integer("status_code"),
    error: text("error"),
    errorStage: text("error_stage"),
    durationMs: integer("duration_ms"),
    lastAttemptAt: instant("last_attempt_at"),
    nextAttemptAt: instant("next_attempt_at"),
    /** JSON text of the latest attempt: the URL and the headers as sent. */
    request: text("request"),
    /** JSON text. */
    responseHeaders: text("response_headers"),
    /** As received, up to 16 KiB. */
    responseBody: bytes("response_body"),
    /** No longer used, since the queue has it. Once no previous version runs, it can be dropped with its index. */
    catchUpId: uuid("catch_up_id"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.id] }),
    // No index has a column that a result changes, so that its update is HOT (all of them at a fill factor of 20, half at 40,
    // none with an index on status). Each index costs 2 to 3 µs and 260 bytes of WAL per delivery; one by endpoint alone
    // would be a third, so the log merges the types instead.
    // Missed ones apart, so that what succeeded before a long outage is found. Rows with a null aren't read in order of ids.
    index("deliveries_event_type_index").on(
      table.endpointId,
      table.eventType,
      sql`coalesce(${table.missedAs}, '')`,
      table.id,
    ),
    index("deliveries_subject_index").on(table.endpointId, table.subject, table.id),
    // The columns after the id let counts be read from the index alone. What succeeds at once has no entry.
    index("deliveries_missed_index")
      .on(
        table.endpointId,
        table.missedAs,
        table.id,
        table.workspaceId,
        table.isTest,
        table.createdAt,
        table.eventType,
      )
      .where(sql`${table.missedAs} is not null`),
    index("deliveries_catch_up_index").on(table.catchUpId).where(sql`${table.catchUpId} is not null`),
  ],
);

/** The attempts before a delivery's latest one, partitioned like `deliveries` by the delivery's id. */
export const deliveryAttempts = pgTable(
  "delivery_attempts",
  {
    workspaceId: uuid("workspace_id").notNull(),
    deliveryId: uuid("delivery_id").notNull(),
    number: integer("number").notNull(),
    statusCode: integer("status_code"),
    error: text("error"),
    errorStage: text("error_stage"),
    durationMs: integer("duration_ms"),
    attemptedAt: instant("attempted_at").notNull(),
    request: text("request"),
    responseHeaders: text("response_headers"),
    responseBody: bytes("response_body"),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.deliveryId, table.number] })],
);

/** Pending deliveries: a small, frequently updated table. Rows are deleted once delivered. */
export const deliveryQueue = pgTable(
  "delivery_queue",
  {
    workspaceId: uuid("workspace_id").notNull(),
    deliveryId: uuid("delivery_id").notNull(),
    endpointId: uuid("endpoint_id").notNull(),
    eventId: uuid("event_id").notNull(),
    subject: text("subject").notNull(),
    sequence: integer("sequence").notNull(),
    /** Waits for the queued deliveries of its endpoint and subject that have a lower sequence. */
    isOrdered: boolean("is_ordered").notNull().default(false),
    kind: text("kind").$type<"scheduled" | "replay" | "test">().notNull().default("scheduled"),
    /** Business time. */
    dueAt: instant("due_at").notNull(),
    /** When the schedule goes on if a replay fails; null if no retry was scheduled. */
    resumeAt: instant("resume_at"),
    attempt: integer("attempt").notNull().default(0),
    replays: integer("replays").notNull().default(0),
    /** The catch-up that counts its outcome. */
    catchUpId: uuid("catch_up_id"),
    /** The fencing token: completing and renewing match on it, so that a slow worker can't finish another's claim. */
    claimId: uuid("claim_id"),
    /** Wall clock. */
    leaseUntil: instant("lease_until"),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.deliveryId] }),
    uniqueIndex("delivery_queue_event_endpoint_key").on(table.workspaceId, table.eventId, table.endpointId),
    // No index has a column that a claim changes, so that its update stays on the page (HOT).
    index("delivery_queue_endpoint_due_index").on(table.endpointId, sql`least(attempt, 1)`, table.dueAt),
    index("delivery_queue_due_index").on(table.dueAt),
    index("delivery_queue_endpoint_requested_index")
      .on(table.endpointId, sql`kind desc`, table.dueAt)
      .where(sql`${table.kind} <> 'scheduled' and not ${table.isOrdered}`),
    index("delivery_queue_order_index")
      .on(table.endpointId, table.subject, table.sequence)
      .where(sql`${table.isOrdered}`),
    index("delivery_queue_catch_up_index").on(table.catchUpId).where(sql`${table.catchUpId} is not null`),
  ],
);

/** An endpoint's attempts per hour of business time, counted when they are recorded. */
export const deliveryHours = pgTable(
  "delivery_hours",
  {
    workspaceId: uuid("workspace_id").notNull(),
    endpointId: uuid("endpoint_id").notNull(),
    hour: instant("hour").notNull(),
    delivered: integer("delivered").notNull().default(0),
    failedAttempts: integer("failed_attempts").notNull().default(0),
    skipped: integer("skipped").notNull().default(0),
    /** Attempts by duration: the number in each bucket of a logarithmic scale. */
    durationCounts: integer("duration_counts").array().notNull(),
    /** Milliseconds between which the deliveries that succeeded were created, by their ids. Each range begins too early. */
    succeededWithin: ranges("succeeded_within").notNull().default("{}"),
    /** How many of `delivered` these ranges contain. The version before doesn't add those that it records. */
    located: integer("located").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.endpointId, table.hour] })],
);

/**
 * `internal` and `secret`: an attempt failed at this stage, because of an error of our own. `repeated`: an event was sent
 * again, because the result of the attempt before wasn't recorded.
 */
export type DeliveryFault = "internal" | "secret" | "repeated";

/** For operators: how often our own side failed, per hour of wall clock. */
export const deliveryFaults = pgTable(
  "delivery_faults",
  {
    hour: instant("hour").notNull(),
    fault: text("fault").$type<DeliveryFault>().notNull(),
    count: integer("count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.hour, table.fault] })],
);

/** A person's order to deliver what an endpoint has missed. */
export const webhookCatchUps = pgTable(
  "webhook_catch_ups",
  {
    workspaceId: uuid("workspace_id").notNull(),
    id: uuid("id").notNull(),
    endpointId: uuid("endpoint_id").notNull(),
    /** Business times of the events. */
    since: instant("since").notNull(),
    until: instant("until"),
    ratePerSecond: integer("rate_per_second"),
    /** Of a reactivation: what was on hold is included up to this delivery. Null once all is, and for others. */
    onHoldUpTo: uuid("on_hold_up_to"),
    /** All deliveries up to this id are queued; null until the deliveries that already wait are in order. */
    preparedUpTo: uuid("prepared_up_to"),
    /** When the next delivery to queue is due. */
    pacedTo: instant("paced_to"),
    state: text("state").$type<"preparing" | "sending" | "done" | "stopped">().notNull(),
    /** Counted when it was started, and then those that were queued. */
    total: integer("total").notNull().default(0),
    /** Counted as they are queued and recorded: reading them all would take seconds for a million. */
    queued: integer("queued").notNull().default(0),
    delivered: integer("delivered").notNull().default(0),
    failed: integer("failed").notNull().default(0),
    skipped: integer("skipped").notNull().default(0),
    createdAt: instant("created_at").notNull(),
    finishedAt: instant("finished_at"),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.id] }),
    index("webhook_catch_ups_endpoint_index").on(table.endpointId, table.id.desc()),
    index("webhook_catch_ups_open_index").on(table.id).where(sql`${table.finishedAt} is null`),
  ],
);
