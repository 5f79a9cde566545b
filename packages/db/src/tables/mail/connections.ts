import type { MailConnectionProtocol } from "@zonepost/schema";
import { index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, primaryId } from "../columns.ts";
import { mailHosts } from "./dkim.ts";

/** The open sessions of mail programs, as the agents of the mail hosts report them. */
export const mailConnections = pgTable(
  "mail_connections",
  {
    id: primaryId(),
    host: text("host")
      .notNull()
      .references(() => mailHosts.name, { onDelete: "cascade" }),
    /** The process that serves it, by its ID and its start, since IDs are used again. */
    process: text("process").notNull(),
    /** Also of an account that was erased, until its session has ended. */
    accountId: uuid("account_id").notNull(),
    protocol: text("protocol").$type<MailConnectionProtocol>().notNull(),
    ipAddress: text("ip_address").notNull(),
    /** By the wall clock. */
    since: instant("since").notNull(),
    /** The mail program's own word (RFC 2971). */
    program: text("program"),
    /** The password that it signed in with: an app password, or a version of the account's own. */
    appPasswordId: uuid("app_password_id"),
    passwordVersion: integer("password_version"),
    /** Null: it isn't known how it signed in. */
    sessionVersion: integer("session_version"),
  },
  (table) => [
    uniqueIndex("mail_connections_process_key").on(table.host, table.process),
    index("mail_connections_account_index").on(table.accountId),
  ],
);
