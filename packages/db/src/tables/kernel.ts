import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, primaryId, type StoredActor } from "./columns.ts";

/** One row with the offset of business time from the wall clock, shared by all processes. */
export const businessClock = pgTable(
  "business_clock",
  {
    id: boolean("id").primaryKey().default(true),
    offsetMs: bigint("offset_ms", { mode: "number" }).notNull().default(0),
  },
  (table) => [check("business_clock_single_row", sql`${table.id}`)],
);

/** Facts about this installation, such as that the sandbox created and seeded this database. */
export const installation = pgTable("installation", {
  key: text("key").primaryKey(),
  value: jsonb("value").notNull(),
});

export const auditEntries = pgTable(
  "audit_entries",
  {
    id: primaryId(),
    workspaceId: uuid("workspace_id"),
    action: text("action").notNull(),
    actor: jsonb("actor").$type<StoredActor>().notNull(),
    target: text("target").notNull(),
    details: jsonb("details").$type<Record<string, unknown>>().notNull(),
    requestId: text("request_id"),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    occurredAt: instant("occurred_at").notNull(),
  },
  (table) => [
    // Read backwards, newest first: a descending column would sort nulls differently than `order by` does.
    index("audit_entries_workspace_index").on(table.workspaceId, table.occurredAt, table.id),
    index("audit_entries_workspace_action_index").on(
      table.workspaceId,
      table.action,
      table.occurredAt,
      table.id,
    ),
    index("audit_entries_workspace_actor_index").on(
      table.workspaceId,
      sql`(${table.actor} ->> 'id')`,
      table.occurredAt,
      table.id,
    ),
    index("audit_entries_workspace_actor_name_index").on(
      table.workspaceId,
      sql`(lower(${table.actor} ->> 'name')) collate "C"`,
    ),
    index("audit_entries_workspace_target_index").on(
      table.workspaceId,
      sql`(lower(${table.target})) collate "C"`,
    ),
  ],
);

/** Responses to writes with an Idempotency-Key; `status` is null while the first one is in flight. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    workspaceId: uuid("workspace_id").notNull(),
    actorId: text("actor_id").notNull(),
    method: text("method").notNull(),
    path: text("path").notNull(),
    key: text("key").notNull(),
    requestHash: text("request_hash").notNull(),
    claimId: uuid("claim_id").notNull(),
    leaseUntil: instant("lease_until").notNull(),
    status: integer("status"),
    headers: jsonb("headers").$type<Record<string, string>>(),
    body: text("body"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.actorId, table.method, table.path, table.key] }),
    index("idempotency_keys_created_at_index").on(table.createdAt),
    index("idempotency_keys_refusals_index")
      .on(table.workspaceId, table.actorId, table.createdAt)
      .where(sql`${table.status} >= 400`),
  ],
);

/** Exact counters of sign-in attempts, by address and by network, in fixed windows of wall-clock time. */
export const rateLimitWindows = pgTable(
  "rate_limit_windows",
  {
    bucket: text("bucket").notNull(),
    windowStart: instant("window_start").notNull(),
    used: integer("used").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.bucket, table.windowStart] }),
    index("rate_limit_windows_start_index").on(table.windowStart),
  ],
);
