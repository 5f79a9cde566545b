import type { MailDnsRecord, MailRecordHealth } from "@zonepost/schema";
import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";
import { mailDomains } from "./domains.ts";

/** The latest check of a mail domain's DNS records. */
export const mailDnsChecks = pgTable(
  "mail_dns_checks",
  {
    mailDomainId: uuid("mail_domain_id")
      .primaryKey()
      .references(() => mailDomains.id, { onDelete: "cascade" }),
    workspaceId: uuid("workspace_id").notNull(),
    records: jsonb("records").$type<MailDnsRecord[]>().notNull().default([]),
    /** Null before the first check. */
    checkedAt: instant("checked_at"),
    /** When it is checked again by the job. */
    nextCheckAt: instant("next_check_at"),
    /** By record, those that worked at some time. */
    health: jsonb("health").$type<Record<string, MailRecordHealth>>().notNull().default({}),
  },
  (table) => [
    index("mail_dns_checks_next_check_at_index").on(table.nextCheckAt),
    // The records are large, so that a list of all mail domains would read them for seconds.
    index("mail_dns_checks_wrong_index")
      .on(table.workspaceId)
      .where(
        sql`${table.records} @? '$[*] ? (@.severity == "error" && @.status != "ok" && @.status != "unknown")'`,
      ),
  ],
);

/** Read-only links to a mail domain's records, for the people who run its DNS. */
export const mailDnsShares = pgTable(
  "mail_dns_shares",
  {
    mailDomainId: uuid("mail_domain_id")
      .primaryKey()
      .references(() => mailDomains.id, { onDelete: "cascade" }),
    /** SHA-256 of the token in the link, in hex. */
    tokenHash: text("token_hash").notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [uniqueIndex("mail_dns_shares_token_key").on(table.tokenHash)],
);
