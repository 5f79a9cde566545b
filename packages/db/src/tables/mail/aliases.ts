import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, primaryId } from "../columns.ts";
import { mailDomains } from "./domains.ts";

export const mailAliases = pgTable(
  "mail_aliases",
  {
    id: primaryId(),
    mailDomainId: uuid("mail_domain_id")
      .notNull()
      .references(() => mailDomains.id),
    /** `*@example.com` for a catch-all. */
    fromAddress: text("from_address").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("mail_aliases_from_key").on(table.mailDomainId, table.fromAddress),
    index("mail_aliases_from_index").on(table.fromAddress),
  ],
);

export const mailAliasTargets = pgTable(
  "mail_alias_targets",
  {
    aliasId: uuid("alias_id")
      .notNull()
      .references(() => mailAliases.id, { onDelete: "cascade" }),
    address: text("address").notNull(),
    /** The order in which the caller gave them, from 0. */
    position: integer("position").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.aliasId, table.address] }),
    index("mail_alias_targets_address_index").on(table.address),
  ],
);

/**
 * Targets of a mail domain's aliases and accounts that receive nothing: mail would loop since the domain has returned to
 * the workspace. A change of the alias or the account's forwarding removes the row.
 */
export const mailPausedForwards = pgTable(
  "mail_paused_forwards",
  {
    mailDomainId: uuid("mail_domain_id")
      .notNull()
      .references(() => mailDomains.id, { onDelete: "cascade" }),
    /** The address of the alias or account. */
    source: text("source").notNull(),
    target: text("target").notNull(),
    pausedAt: instant("paused_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.mailDomainId, table.source, table.target] })],
);

/**
 * Addresses outside the workspace that aliases and accounts of a mail domain forward to. Nothing is forwarded until the
 * owner of the address has confirmed it. A row stays when nothing forwards there any more, so that no email is repeated.
 */
export const mailForwardTargets = pgTable(
  "mail_forward_targets",
  {
    mailDomainId: uuid("mail_domain_id")
      .notNull()
      .references(() => mailDomains.id),
    address: text("address").notNull(),
    /** Of the token in the confirmation link. */
    tokenHash: text("token_hash").notNull(),
    sentAt: instant("sent_at").notNull(),
    /** Null before the owner of the address has confirmed it, and after stopping it. */
    confirmedAt: instant("confirmed_at"),
    stoppedAt: instant("stopped_at"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.mailDomainId, table.address] }),
    uniqueIndex("mail_forward_targets_token_key").on(table.tokenHash),
    index("mail_forward_targets_waiting_index")
      .on(table.mailDomainId)
      .where(sql`${table.confirmedAt} is null and ${table.stoppedAt} is null`),
  ],
);
