import { sql } from "drizzle-orm";
import {
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

type StoredDsRecord = { keyTag: number; algorithm: number; digestType: number; digest: string };

export const domains = pgTable(
  "domains",
  {
    id: primaryId(),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspaces.id),
    name: text("name").notNull(),
    tld: text("tld").notNull(),
    /** Which configured registrar holds it; never leaves the service. */
    registrar: text("registrar").notNull(),
    status: text("status").notNull(),
    autoRenew: boolean("auto_renew").notNull(),
    whoisPrivacy: boolean("whois_privacy").notNull(),
    registeredAt: instant("registered_at").notNull(),
    /** What is paid for; the registry's own date, which moves by itself, stands beside it. */
    paidUntil: instant("paid_until").notNull(),
    registryExpiresAt: instant("registry_expires_at").notNull(),
    nameservers: text("nameservers").array().notNull(),
    dsRecords: jsonb("ds_records").$type<StoredDsRecord[]>().notNull(),
    registryStatuses: text("registry_statuses").array().notNull(),
    /** Moves with each write of what the registry holds; reconcile compares it. */
    version: integer("version").notNull().default(1),
    syncedAt: instant("synced_at").notNull(),
    /** Business time of the next expiry notice; null when the last one of this paid period was given. */
    nextNoticeAt: instant("next_notice_at"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("domains_name_key")
      .on(table.name)
      .where(sql`${table.status} not in ('deleted', 'transferred_out')`),
    index("domains_workspace_name_index").on(table.workspaceId, table.name),
    index("domains_next_notice_at_index").on(table.nextNoticeAt),
    index("domains_synced_at_index").on(table.syncedAt),
  ],
);

/** Who wants which change at the registry, written before it is sent; reconcile settles it and credits its actor. */
export const domainIntents = pgTable(
  "domain_intents",
  {
    id: primaryId(),
    domainId: uuid("domain_id")
      .notNull()
      .references(() => domains.id),
    kind: text("kind").notNull(),
    change: jsonb("change").$type<Record<string, unknown>>().notNull(),
    actor: jsonb("actor").$type<StoredActor>().notNull(),
    requestId: text("request_id"),
    createdAt: instant("created_at").notNull(),
    settledAt: instant("settled_at"),
    /** applied, refused (the registry said no) or superseded; unknown while no answer came and it is still open. */
    outcome: text("outcome"),
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
    kind: text("kind").notNull(),
    summary: text("summary").notNull(),
    details: jsonb("details").$type<Record<string, unknown>>().notNull(),
    actor: jsonb("actor").$type<StoredActor>().notNull(),
    requestId: text("request_id"),
    occurredAt: instant("occurred_at").notNull(),
  },
  (table) => [
    index("domain_history_domain_index").on(table.domainId, table.occurredAt.desc(), table.id.desc()),
  ],
);

/** Which notice of which paid period has been given: windowDays 30, 15, 7, 1, and 0 for expired. */
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
