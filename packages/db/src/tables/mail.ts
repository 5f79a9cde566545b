import type { MailActivation, MailPlanSlug } from "@zonepost/schema";
import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { workspaces } from "./accounts.ts";
import { instant, primaryId } from "./columns.ts";

export const mailDomains = pgTable(
  "mail_domains",
  {
    id: primaryId(),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspaces.id),
    domainId: uuid("domain_id").notNull(),
    domainName: text("domain_name").notNull(),
    planSlug: text("plan_slug").$type<MailPlanSlug>().notNull(),
    maxAccounts: integer("max_accounts").notNull(),
    storageGigabytes: integer("storage_gigabytes").notNull(),
    status: text("status").$type<MailActivation["status"]>().notNull(),
    dkimSelector: text("dkim_selector").notNull(),
    dkimPublicKey: text("dkim_public_key").notNull(),
    dkimPrivateKeyEncrypted: text("dkim_private_key_encrypted").notNull(),
    activatedAt: instant("activated_at").notNull(),
    /** The end of the paid term. The mail is suspended from then until it is paid. */
    paidUntil: instant("paid_until").notNull(),
    autoRenew: boolean("auto_renew").notNull().default(true),
    /** When the next renewal is tried; null if it doesn't auto-renew, or its domain has left. */
    nextRenewalAt: instant("next_renewal_at"),
    /** When the owners are next told that it ends or has ended; null if it auto-renews, or its domain has left. */
    nextNoticeAt: instant("next_notice_at"),
    /** The last try to renew it for the present term that failed. */
    renewalFailedAt: instant("renewal_failed_at"),
    /** A lower plan from the next term; null for the same plan. */
    nextPlanSlug: text("next_plan_slug").$type<MailPlanSlug>(),
    /** When the domain left the workspace; the workspace can't use its mail from then on. Null while it has it. */
    leftAt: instant("left_at"),
    /** When mail without its domain is erased; null while the domain can still be restored. */
    erasesAt: instant("erases_at"),
  },
  (table) => [
    uniqueIndex("mail_domains_name_key").on(table.domainName).where(sql`${table.leftAt} is null`),
    index("mail_domains_workspace_index").on(table.workspaceId, table.domainName),
    index("mail_domains_domain_index").on(table.domainId),
    index("mail_domains_erases_at_index").on(table.erasesAt),
    index("mail_domains_next_renewal_at_index").on(table.nextRenewalAt),
    index("mail_domains_next_notice_at_index").on(table.nextNoticeAt),
  ],
);

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
    active: boolean("active").notNull().default(true),
    createdAt: instant("created_at").notNull(),
  },
  // Per mail domain: a former holder's addresses don't block those of the next.
  (table) => [uniqueIndex("mail_accounts_address_key").on(table.mailDomainId, table.fullAddress)],
);

export const mailAliases = pgTable(
  "mail_aliases",
  {
    id: primaryId(),
    mailDomainId: uuid("mail_domain_id")
      .notNull()
      .references(() => mailDomains.id),
    fromAddress: text("from_address").notNull(),
    toAddress: text("to_address").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("mail_aliases_from_to_key").on(table.mailDomainId, table.fromAddress, table.toAddress),
    index("mail_aliases_from_index").on(table.fromAddress),
  ],
);
