import type {
  ApiKeyScope,
  Language,
  NotificationChoice,
  NotificationTopic,
  OwnSession,
  WorkspaceRole,
} from "@zonepost/schema";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, primaryId, type StoredActor } from "./columns.ts";

// users, sessions, credentials and verifications are better-auth's tables: its column names, our types.
export const users = pgTable(
  "users",
  {
    id: primaryId(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    emailVerified: boolean("email_verified").notNull().default(false),
    image: text("image"),
    /** The language of mails to this person; null means English. */
    language: text("language").$type<Language>(),
    /** Whether every sign-in method requires a second factor. Stored here for the query of every request. */
    twoFactorEnabled: boolean("two_factor_enabled").notNull().default(false),
    /** Business time at which the account is deleted, since the person asked for it; null otherwise. */
    deletesAt: instant("deletes_at"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("users_email_key").on(sql`lower(${table.email})`),
    index("users_deletes_at_index").on(table.deletesAt).where(sql`${table.deletesAt} is not null`),
    // better-auth compares the column itself: sign-ins by link and provider would read the whole table.
    index("users_email_index").on(table.email),
  ],
);

export const sessions = pgTable(
  "sessions",
  {
    id: primaryId(),
    token: text("token").notNull().unique(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    activeWorkspaceId: uuid("active_workspace_id").references(() => workspaces.id, { onDelete: "set null" }),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    signedInBy: text("signed_in_by").$type<NonNullable<OwnSession["signedInBy"]>>(),
    /** null while the person's second factor is due. */
    secondFactorAt: instant("second_factor_at"),
    /** When the person last confirmed their identity; sensitive actions require a recent confirmation. */
    confirmedAt: instant("confirmed_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [index("sessions_user_id_index").on(table.userId)],
);

/** A person's second factor; `confirmedAt` is null while it is being set up. */
export const twoFactors = pgTable("two_factors", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  secretEncrypted: text("secret_encrypted").notNull(),
  confirmedAt: instant("confirmed_at"),
  /** The RFC 6238 time step of the last accepted code, so that no code is accepted twice. */
  lastUsedStep: bigint("last_used_step", { mode: "number" }).notNull().default(0),
  failedAttempts: integer("failed_attempts").notNull().default(0),
  lockedUntil: instant("locked_until"),
  createdAt: instant("created_at").notNull(),
});

export const backupCodes = pgTable(
  "backup_codes",
  {
    id: primaryId(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    codeHash: text("code_hash").notNull(),
    usedAt: instant("used_at"),
  },
  (table) => [uniqueIndex("backup_codes_user_code_key").on(table.userId, table.codeHash)],
);

/** People who run the installation. Only a command on its machine adds one; no role, invitation or setting does. */
export const operators = pgTable("operators", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  grantedAt: instant("granted_at").notNull(),
});

/** Browsers that skip the second factor for a while. */
export const trustedDevices = pgTable(
  "trusted_devices",
  {
    id: primaryId(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    tokenHash: text("token_hash").notNull().unique(),
    userAgent: text("user_agent"),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    index("trusted_devices_user_id_index").on(table.userId),
    index("trusted_devices_expires_at_index").on(table.expiresAt),
  ],
);

/** Our own single-use links: password resets, address changes. Only the holder has the token. */
export const personTokens = pgTable(
  "person_tokens",
  {
    id: primaryId(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    purpose: text("purpose").$type<"password_reset" | "email_change">().notNull(),
    tokenHash: text("token_hash").notNull().unique(),
    /** The new address, for email_change. */
    email: text("email"),
    /** For email_change: the session that asked, without which the link is invalid. */
    sessionId: uuid("session_id"),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    index("person_tokens_user_id_index").on(table.userId),
    index("person_tokens_expires_at_index").on(table.expiresAt),
  ],
);

export const credentials = pgTable(
  "credentials",
  {
    id: primaryId(),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: instant("access_token_expires_at"),
    refreshTokenExpiresAt: instant("refresh_token_expires_at"),
    scope: text("scope"),
    password: text("password"),
    /** When it stopped working because it came from a backup; null once the person has set another one. */
    passwordVoidAt: instant("password_void_at"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("credentials_provider_account_key").on(table.providerId, table.accountId),
    index("credentials_user_id_index").on(table.userId),
  ],
);

export const verifications = pgTable(
  "verifications",
  {
    id: primaryId(),
    identifier: text("identifier").notNull(),
    value: text("value").notNull(),
    /** Of a sign-in link: the hash of the secret in the browser that requested it, which can also use the code. */
    browserHash: text("browser_hash").unique(),
    wrongCodes: integer("wrong_codes").notNull().default(0),
    expiresAt: instant("expires_at").notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    index("verifications_identifier_index").on(table.identifier),
    index("verifications_expires_at_index").on(table.expiresAt),
  ],
);

export const workspaces = pgTable("workspaces", {
  id: primaryId(),
  name: text("name").notNull(),
  slug: text("slug").notNull().unique(),
  /** For mails to people who haven't chosen one; null means English. */
  language: text("language").$type<Language>(),
  /** Hosts that the panel fills in for a new registration. */
  defaultNameservers: text("default_nameservers").array().notNull().default([]),
  createdAt: instant("created_at").notNull(),
});

export const members = pgTable(
  "members",
  {
    id: primaryId(),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    role: text("role").$type<WorkspaceRole>().notNull(),
    /** null for all domains of the workspace; otherwise the only ones that this person can see. */
    domainNames: text("domain_names").array(),
    /** Superseded by `notificationChoices`, and only read by the version before. */
    notificationTopics: text("notification_topics")
      .array()
      .$type<NotificationTopic[]>()
      .notNull()
      .default([]),
    /** How the person gets emails of each topic; a topic that isn't there has the default of their role. */
    notificationChoices: jsonb("notification_choices")
      .$type<Partial<Record<NotificationTopic, NotificationChoice>>>()
      .notNull()
      .default({}),
    /** Business time of the next digest; null if the person gets none. */
    digestAt: instant("digest_at"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("members_user_workspace_key").on(table.userId, table.workspaceId),
    index("members_workspace_id_index").on(table.workspaceId),
    index("members_digest_at_index").on(table.digestAt).where(sql`${table.digestAt} is not null`),
  ],
);

/** What an email says in a digest, in each language. */
export type DigestText = { title: string; lines: string[]; link: { label: string; url: string } | null };

/** Emails that wait for a person's next digest. Deleted in the transaction that stores the digest. */
export const digestNotices = pgTable(
  "digest_notices",
  {
    id: primaryId(),
    workspaceId: uuid("workspace_id").notNull(),
    userId: uuid("user_id").notNull(),
    /** The email's kind. */
    kind: text("kind").notNull(),
    topic: text("topic").$type<NotificationTopic>().notNull(),
    /** Those that it is about, which the person must still see; empty if it isn't about domains. */
    domainNames: text("domain_names").array().notNull(),
    texts: jsonb("texts").$type<Record<Language, DigestText>>().notNull(),
    /** Business time. */
    occurredAt: instant("occurred_at").notNull(),
  },
  (table) => [
    index("digest_notices_member_index").on(table.userId, table.workspaceId),
    foreignKey({
      columns: [table.userId, table.workspaceId],
      foreignColumns: [members.userId, members.workspaceId],
      name: "digest_notices_member_fkey",
    }).onDelete("cascade"),
  ],
);

export const invitations = pgTable(
  "invitations",
  {
    id: primaryId(),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    email: text("email").notNull(),
    role: text("role").$type<WorkspaceRole>().notNull(),
    domainNames: text("domain_names").array(),
    /** Of the most recently mailed link. */
    tokenHash: text("token_hash").notNull(),
    invitedBy: jsonb("invited_by").$type<StoredActor>().notNull(),
    createdAt: instant("created_at").notNull(),
    sentAt: instant("sent_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    acceptedAt: instant("accepted_at"),
    cancelledAt: instant("cancelled_at"),
  },
  (table) => [
    uniqueIndex("invitations_open_key")
      .on(table.workspaceId, sql`lower(${table.email})`)
      .where(sql`${table.acceptedAt} is null and ${table.cancelledAt} is null`),
    index("invitations_workspace_index").on(table.workspaceId, table.id.desc()),
  ],
);

export const apiKeys = pgTable(
  "api_keys",
  {
    id: primaryId(),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** SHA-256 of the key. A key has too much entropy to be guessed, so a fast hash is enough. */
    keyHash: text("key_hash").notNull().unique(),
    /** The first characters, by which people recognize their keys. */
    start: text("start").notNull(),
    scopes: text("scopes").array().$type<ApiKeyScope[]>().notNull(),
    domainNames: text("domain_names").array(),
    ipRanges: text("ip_ranges").array(),
    /** With tax, per calendar month in UTC; null without a limit. */
    monthlyLimitCents: bigint("monthly_limit_cents", { mode: "number" }),
    createdBy: jsonb("created_by").$type<StoredActor>().notNull(),
    createdAt: instant("created_at").notNull(),
    /** Business time. */
    expiresAt: instant("expires_at"),
    lastUsedAt: instant("last_used_at"),
    lastUsedIpAddress: text("last_used_ip_address"),
    revokedAt: instant("revoked_at"),
    /** When it was turned off because it came from a backup; null once an owner has turned it on. */
    heldAt: instant("held_at"),
    /** The key that replaced it in a roll. */
    rolledToId: uuid("rolled_to_id"),
  },
  (table) => [index("api_keys_workspace_index").on(table.workspaceId, table.id.desc())],
);

/**
 * People and workspaces that are being erased, or were. The ID takes the person's place in what is kept. What leads to the
 * person or tells actors apart is only there until all is done.
 */
export const erasures = pgTable(
  "erasures",
  {
    id: primaryId(),
    subject: text("subject").$type<"person" | "workspace">().notNull(),
    subjectId: uuid("subject_id"),
    /** The addresses under which the person acted. */
    addresses: text("addresses").array().notNull().default([]),
    /** Makes the anonymous IDs of a workspace's actors. */
    salt: uuid("salt"),
    requestedBy: text("requested_by").$type<"person" | "operator">().notNull(),
    /** Rows deleted or made anonymous, by table. */
    counts: jsonb("counts").$type<Record<string, number>>().notNull().default({}),
    /** Business time of the next step; null once all is done. */
    nextStepAt: instant("next_step_at"),
    /** Wall clock: one process works on it at a time. */
    leasedUntil: instant("leased_until"),
    startedAt: instant("started_at").notNull(),
    finishedAt: instant("finished_at"),
  },
  (table) => [
    uniqueIndex("erasures_subject_key").on(table.subjectId).where(sql`${table.finishedAt} is null`),
    index("erasures_next_step_at_index").on(table.nextStepAt),
  ],
);

/** Outgoing mails: written in the transaction that causes them, deleted once a job has sent them. */
export const outgoingEmails = pgTable("outgoing_emails", {
  id: primaryId(),
  kind: text("kind").notNull(),
  toAddress: text("to_address").notNull(),
  subject: text("subject").notNull(),
  /** Text and HTML, encrypted because they contain sign-in links. */
  contentEncrypted: text("content_encrypted").notNull(),
  /** Sent only if the address belongs to a person. The job checks this, so that response times don't reveal it. */
  onlyIfKnown: boolean("only_if_known").notNull().default(false),
  /** Whether its outcome is kept in `email_outcomes`. */
  keepsOutcome: boolean("keeps_outcome").notNull().default(false),
  createdAt: instant("created_at").notNull(),
});

/**
 * Changes that required fresh proof, as they wait to be emailed. Stored in the transaction of the change, deleted in the
 * one that stores the mail.
 */
export const changeNotices = pgTable(
  "change_notices",
  {
    id: primaryId(),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    kind: text("kind").notNull(),
    /** The mailbox or person concerned; empty for the owners. */
    toAddress: text("to_address").notNull(),
    target: text("target").notNull(),
    detail: text("detail"),
    actor: jsonb("actor").$type<StoredActor>().notNull(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    occurredAt: instant("occurred_at").notNull(),
  },
  (table) => [index("change_notices_group_index").on(table.workspaceId, table.kind, table.toAddress)],
);

/** How the sending of a mail ended, by the id of the mail. */
export const emailOutcomes = pgTable("email_outcomes", {
  id: primaryId(),
  outcome: text("outcome").$type<"sent" | "refused" | "failed" | "dropped">().notNull(),
  endedAt: instant("ended_at").notNull(),
});

/** Mails that the sandbox shows instead of sending. */
export const sandboxOutbox = pgTable("sandbox_outbox", {
  id: primaryId(),
  kind: text("kind").notNull(),
  toAddress: text("to_address").notNull(),
  subject: text("subject").notNull(),
  text: text("text").notNull(),
  html: text("html").notNull(),
  sentAt: instant("sent_at").notNull(),
});
