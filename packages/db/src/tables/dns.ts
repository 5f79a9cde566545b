import type { RecordManager, ZoneBasis, ZoneDelegationState, ZoneEndReason } from "@zonepost/schema";
import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { workspaces } from "./accounts.ts";
import { instant, type StoredActor } from "./columns.ts";

/**
 * The zones that are served. A name has one row at most over all workspaces, for which every writer locks the name: a
 * unique index would need a key without the workspace.
 */
export const zones = pgTable(
  "zones",
  {
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspaces.id),
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    basis: text("basis").$type<ZoneBasis>().notNull(),
    version: integer("version").notNull().default(1),
    /** Of the SOA record with that version. The primary raises it when it signs again. */
    serial: bigint("serial", { mode: "number" }).notNull(),
    recordSetCount: integer("record_set_count").notNull().default(0),
    isSigned: boolean("is_signed").notNull().default(false),
    /** Null while the workspace may change it. */
    endReason: text("end_reason").$type<ZoneEndReason>(),
    /** Business time at which it is withdrawn. */
    endsAt: instant("ends_at"),
    delegation: text("delegation").$type<ZoneDelegationState>(),
    delegatedTo: text("delegated_to").array().notNull().default([]),
    delegationCheckedAt: instant("delegation_checked_at"),
    /** Business time of the next check; null for a zone that ends. */
    nextDelegationCheckAt: instant("next_delegation_check_at"),
    /** Since when the parent zone names other nameservers only; for a proved zone, which ends then. */
    elsewhereSince: instant("elsewhere_since"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.id] }),
    // For sweeps, which know no more of a row.
    index("zones_id_index").on(table.id),
    index("zones_workspace_name_index").on(table.workspaceId, table.name),
    index("zones_name_index").on(table.name),
    // For the zones below a name.
    index("zones_reversed_name_index").on(sql`reverse(${table.name}) text_pattern_ops`),
    index("zones_ends_at_index").on(table.endsAt),
    index("zones_next_delegation_check_at_index").on(table.nextDelegationCheckAt),
  ],
);

const ofZone = (table: Record<"workspaceId" | "zoneId", AnyPgColumn>, name: string) =>
  foreignKey({
    columns: [table.workspaceId, table.zoneId],
    foreignColumns: [zones.workspaceId, zones.id],
    name,
  }).onDelete("cascade");

/** The records of the present version, without the SOA record. */
export const zoneRecordSets = pgTable(
  "zone_record_sets",
  {
    workspaceId: uuid("workspace_id").notNull(),
    zoneId: uuid("zone_id").notNull(),
    /** Relative to the zone; `@` for the zone itself. */
    name: text("name").notNull(),
    type: text("type").notNull(),
    ttlSeconds: integer("ttl_seconds").notNull(),
    values: text("values").array().notNull(),
    comment: text("comment"),
    tags: text("tags").array().notNull().default([]),
    managedBy: text("managed_by").$type<RecordManager>(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.zoneId, table.name, table.type] }),
    ofZone(table, "zone_record_sets_zone_fkey"),
  ],
);

export type StoredRecordContent = {
  ttlSeconds: number;
  values: string[];
  comment: string | null;
  tags: string[];
  managedBy: RecordManager | null;
};

/** `before` and `after` are null for record sets that are added and deleted. */
export type StoredRecordDifference = {
  name: string;
  type: string;
  before: StoredRecordContent | null;
  after: StoredRecordContent | null;
};

/** What each version changed. The content of an old one is found from the present one, backwards. */
export const zoneVersions = pgTable(
  "zone_versions",
  {
    workspaceId: uuid("workspace_id").notNull(),
    zoneId: uuid("zone_id").notNull(),
    version: integer("version").notNull(),
    serial: bigint("serial", { mode: "number" }).notNull(),
    diff: jsonb("diff").$type<StoredRecordDifference[]>().notNull(),
    setCount: integer("set_count").notNull(),
    deletedCount: integer("deleted_count").notNull(),
    message: text("message"),
    actor: jsonb("actor").$type<StoredActor>().notNull(),
    restoredVersion: integer("restored_version"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.zoneId, table.version] }),
    ofZone(table, "zone_versions_zone_fkey"),
    index("zone_versions_created_at_index").on(table.createdAt),
  ],
);

/** What one public nameserver has answered. Times are ISO 8601. */
export type StoredServerAnswer = {
  host: string;
  serial: number | null;
  version: number | null;
  inStepAt: string | null;
  checkedAt: string;
  problem: "not_served" | "away" | null;
};

/** What the nameservers have of a zone, and when it is looked at next. Wall clock: they know no other. */
export const zonePublications = pgTable(
  "zone_publications",
  {
    workspaceId: uuid("workspace_id").notNull(),
    zoneId: uuid("zone_id").notNull(),
    /** Null while all nameservers have the present version. */
    dueAt: instant("due_at"),
    tries: integer("tries").notNull().default(0),
    /** The record sets that the next projection changes, which bounds a batch. */
    pendingRecordSets: integer("pending_record_sets").notNull().default(0),
    /** What the primary has taken. */
    primaryVersion: integer("primary_version"),
    primarySerial: bigint("primary_serial", { mode: "number" }),
    /** The last version that all public nameservers had. */
    publishedVersion: integer("published_version"),
    /** Why the primary doesn't accept the present version. */
    problem: text("problem"),
    servers: jsonb("servers").$type<StoredServerAnswer[]>().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.zoneId] }),
    ofZone(table, "zone_publications_zone_fkey"),
    index("zone_publications_due_at_index").on(table.dueAt),
  ],
);

/** Names of zones that are gone, which the nameservers may still serve. */
export const zoneWithdrawals = pgTable(
  "zone_withdrawals",
  {
    workspaceId: uuid("workspace_id").notNull(),
    name: text("name").notNull(),
    /** Wall clock. */
    dueAt: instant("due_at").notNull(),
    tries: integer("tries").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.name] }),
    index("zone_withdrawals_due_at_index").on(table.dueAt),
  ],
);

/** Names whose zone a workspace may create once without proof, because the operator decided so. */
export const zoneAllowances = pgTable(
  "zone_allowances",
  {
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspaces.id),
    name: text("name").notNull(),
    /** Both in business time. */
    allowedAt: instant("allowed_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.name] })],
);

/** The one worker that talks to the primary, which serves one client at a time. */
export const zoneServerLease = pgTable(
  "zone_server_lease",
  {
    id: boolean("id").primaryKey().default(true),
    holder: uuid("holder").notNull(),
    leasedUntil: instant("leased_until").notNull(),
  },
  (table) => [check("zone_server_lease_single_row", sql`${table.id}`)],
);
