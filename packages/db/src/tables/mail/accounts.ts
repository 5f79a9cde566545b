import type { MailSendingCause, MailSendingScope } from "@zonepost/schema";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, primaryId } from "../columns.ts";
import { mailDomains } from "./domains.ts";

export const mailAccounts = pgTable(
  "mail_accounts",
  {
    id: primaryId(),
    mailDomainId: uuid("mail_domain_id")
      .notNull()
      .references(() => mailDomains.id),
    fullAddress: text("full_address").notNull(),
    displayName: text("display_name").notNull(),
    /** In Dovecot's format, scheme included: {ARGON2ID}$argon2id$… */
    passwordHash: text("password_hash").notNull(),
    /** Counts its changes. Sessions that signed in with an earlier password end. */
    passwordVersion: integer("password_version").notNull().default(0),
    /** Counts how often all sessions were ended. Those that signed in before end. */
    sessionVersion: integer("session_version").notNull().default(0),
    /** When a password was last replaced or revoked, or all sessions ended, by the wall clock. */
    signInsVoidBefore: instant("sign_ins_void_before"),
    /** False: it neither signs in nor receives. */
    active: boolean("active").notNull().default(true),
    /** Null: the account may use what the plan has left. */
    quotaMegabytes: integer("quota_megabytes"),
    maySend: boolean("may_send").notNull().default(true),
    mayReceive: boolean("may_receive").notNull().default(true),
    /** Outside the workspace's mail domains, mail flows there once the address has confirmed it. */
    forwardTo: text("forward_to"),
    /** Whether forwarded mail is also delivered here. */
    keepCopy: boolean("keep_copy").notNull().default(true),
    /** A deleted account can be restored until it is erased. */
    deletedAt: instant("deleted_at"),
    erasesAt: instant("erases_at"),
    createdAt: instant("created_at").notNull(),
  },
  // Per mail domain: a former holder's addresses don't block those of the next.
  (table) => [
    uniqueIndex("mail_accounts_address_key").on(table.mailDomainId, table.fullAddress),
    index("mail_accounts_address_index").on(table.fullAddress),
    index("mail_accounts_erases_at_index").on(table.erasesAt),
    index("mail_accounts_forward_to_index").on(table.forwardTo).where(sql`${table.forwardTo} is not null`),
  ],
);

/** One password for each device, generated; each can be revoked without touching the others. */
export const mailAppPasswords = pgTable(
  "mail_app_passwords",
  {
    id: primaryId(),
    accountId: uuid("account_id")
      .notNull()
      .references(() => mailAccounts.id, { onDelete: "cascade" }),
    label: text("label").notNull(),
    /** The first characters of the password's SHA-256 in hex: too few to guess it, enough to find its row. */
    hint: text("hint").notNull(),
    /** In Dovecot's format. */
    passwordHash: text("password_hash").notNull(),
    lastUsedAt: instant("last_used_at"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [uniqueIndex("mail_app_passwords_hint_key").on(table.accountId, table.hint)],
);

/** For the mail hosts, which erase the messages of these accounts. Without any personal data, and so never deleted. */
export const mailErasedAccounts = pgTable("mail_erased_accounts", {
  accountId: uuid("account_id").primaryKey(),
  erasedAt: instant("erased_at").notNull(),
});

/** Written by the mail hosts. Apart from the account, because it changes with every message. */
export const mailAccountUse = pgTable(
  "mail_account_use",
  {
    accountId: uuid("account_id")
      .primaryKey()
      .references(() => mailAccounts.id, { onDelete: "cascade" }),
    usedBytes: bigint("used_bytes", { mode: "number" }).notNull().default(0),
    messageCount: bigint("message_count", { mode: "number" }).notNull().default(0),
    lastLoginAt: instant("last_login_at"),
    /** The share of the quota, in percent, that the mailbox was last warned of; 0 if none. */
    warnedPercent: integer("warned_percent").notNull().default(0),
  },
  (table) => [
    index("mail_account_use_warned_index").on(table.accountId).where(sql`${table.warnedPercent} > 0`),
  ],
);

/** One row per account and day (UTC), for charts. */
export const mailUsageDays = pgTable(
  "mail_usage_days",
  {
    mailDomainId: uuid("mail_domain_id").notNull(),
    accountId: uuid("account_id")
      .notNull()
      .references(() => mailAccounts.id, { onDelete: "cascade" }),
    day: date("day", { mode: "string" }).notNull(),
    /** The most that was stored on that day. */
    usedBytes: bigint("used_bytes", { mode: "number" }).notNull().default(0),
    messagesIn: integer("messages_in").notNull().default(0),
    messagesOut: integer("messages_out").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.day] }),
    index("mail_usage_days_domain_index").on(table.mailDomainId, table.day),
  ],
);

/**
 * The recipients of messages per minute of wall-clock time, for the sending limits. Without references, so that a count
 * outlives its mailbox and mail domain.
 */
export const mailSendingMinutes = pgTable(
  "mail_sending_minutes",
  {
    /** Of an account, an alias, a mail domain or a workspace. */
    scopeId: uuid("scope_id").notNull(),
    cause: text("cause").$type<MailSendingCause>().notNull(),
    minute: instant("minute").notNull(),
    recipients: integer("recipients").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scopeId, table.cause, table.minute] }),
    index("mail_sending_minutes_minute_index").on(table.minute),
  ],
);

/** The sending limits that were reached. */
export const mailSendingLimits = pgTable(
  "mail_sending_limits",
  {
    scopeId: uuid("scope_id").notNull(),
    cause: text("cause").$type<MailSendingCause>().notNull(),
    scope: text("scope").$type<MailSendingScope>().notNull(),
    workspaceId: uuid("workspace_id").notNull(),
    mailDomainId: uuid("mail_domain_id").notNull(),
    /** When a recipient was last refused because of it. */
    limitedAt: instant("limited_at").notNull(),
    /** When the owners were last told. */
    toldAt: instant("told_at"),
  },
  (table) => [
    primaryKey({ columns: [table.scopeId, table.cause] }),
    index("mail_sending_limits_limited_at_index").on(table.limitedAt),
    index("mail_sending_limits_workspace_index").on(table.workspaceId, table.limitedAt),
  ],
);

/** The counts of earlier versions, which may still run during an upgrade. Drop it in a later one. */
export const mailSendingHours = pgTable(
  "mail_sending_hours",
  {
    accountId: uuid("account_id")
      .notNull()
      .references(() => mailAccounts.id, { onDelete: "cascade" }),
    hour: instant("hour").notNull(),
    recipients: integer("recipients").notNull().default(0),
    /** When the limit was reached. */
    limitedAt: instant("limited_at"),
    /** When the owners were told. */
    toldAt: instant("told_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.hour] }),
    index("mail_sending_hours_hour_index").on(table.hour),
    index("mail_sending_hours_untold_index")
      .on(table.limitedAt)
      .where(sql`${table.limitedAt} is not null and ${table.toldAt} is null`),
  ],
);
