import type { DkimShown, DkimStage } from "@zonepost/schema";
import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, primaryId } from "../columns.ts";
import { mailDomains } from "./domains.ts";

export const mailDkimKeys = pgTable(
  "mail_dkim_keys",
  {
    id: primaryId(),
    mailDomainId: uuid("mail_domain_id")
      .notNull()
      .references(() => mailDomains.id),
    selector: text("selector").notNull(),
    /** SubjectPublicKeyInfo (DER) in base64. */
    publicKey: text("public_key").notNull(),
    /** Sealed for `mail_domain:<uuid>`. Null once retired. */
    privateKeyEncrypted: text("private_key_encrypted"),
    stage: text("stage").$type<DkimStage>().notNull(),
    createdAt: instant("created_at").notNull(),
    /** When every authoritative server last began to show it. */
    seenAt: instant("seen_at"),
    activatedAt: instant("activated_at"),
    retiringAt: instant("retiring_at"),
    retiredAt: instant("retired_at"),
    /** What the authoritative nameservers had at the last check. */
    shown: jsonb("shown").$type<DkimShown[]>().notNull().default([]),
    checkedAt: instant("checked_at"),
    /** When the owners were told that it has waited for a week. */
    toldAt: instant("told_at"),
    /** When its stage is next looked at; null if nothing is to be done. */
    nextCheckAt: instant("next_check_at"),
  },
  (table) => [
    uniqueIndex("mail_dkim_keys_selector_key").on(table.mailDomainId, table.selector),
    uniqueIndex("mail_dkim_keys_active_key").on(table.mailDomainId).where(sql`${table.stage} = 'active'`),
    index("mail_dkim_keys_pending_index").on(table.mailDomainId).where(sql`${table.stage} = 'pending'`),
    index("mail_dkim_keys_next_check_at_index").on(table.nextCheckAt),
  ],
);

/** The machines that carry mail, as their agents report. */
export const mailHosts = pgTable("mail_hosts", {
  name: text("name").primaryKey(),
  startedAt: instant("started_at").notNull(),
  /** By the wall clock. A host that hasn't reported for a while isn't waited for. */
  lastSeenAt: instant("last_seen_at").notNull(),
  /** When its rows of mail_connections were last compared with its sessions; null before the first time. */
  connectionsReportedAt: instant("connections_reported_at"),
  /** The IDs of the keys with which its agent opens DKIM keys. Null: an agent that doesn't report them. */
  secretKeyIds: text("secret_key_ids").array(),
});

/** The signing keys that each mail host holds. */
export const mailHostKeys = pgTable(
  "mail_host_keys",
  {
    host: text("host")
      .notNull()
      .references(() => mailHosts.name, { onDelete: "cascade" }),
    keyId: uuid("key_id")
      .notNull()
      .references(() => mailDkimKeys.id, { onDelete: "cascade" }),
    loadedAt: instant("loaded_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.host, table.keyId] })],
);
