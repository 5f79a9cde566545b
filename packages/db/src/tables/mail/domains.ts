import type { MailActivation, MailPlanSlug } from "@zonepost/schema";
import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { workspaces } from "../accounts.ts";
import { instant, primaryId } from "../columns.ts";

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
    /** The share of the plan's storage, in percent, that the owners were last warned of; 0 if none. */
    storageWarnedPercent: integer("storage_warned_percent").notNull().default(0),
    status: text("status").$type<MailActivation["status"]>().notNull(),
    activatedAt: instant("activated_at").notNull(),
    /** The end of the paid term. The mail is suspended from then until it is paid. */
    paidUntil: instant("paid_until").notNull(),
    /** The end of the term, while a lost dispute has ended it early. It continues once the loss is settled. */
    interruptedPaidUntil: instant("interrupted_paid_until"),
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
    /** When a person suspended it: no sign-in, and mail is deferred, then refused. Null unless suspended. */
    suspendedAt: instant("suspended_at"),
    /** When a person deactivated it. It can be reactivated until it is erased. */
    deactivatedAt: instant("deactivated_at"),
    /** When the DKIM key is next replaced; null without a schedule. */
    dkimRotatesAt: instant("dkim_rotates_at"),
    dkimRotationDays: integer("dkim_rotation_days"),
    /** When mail that left or was deactivated is erased; null while its domain can still be restored. */
    erasesAt: instant("erases_at"),
  },
  (table) => [
    uniqueIndex("mail_domains_name_key").on(table.domainName).where(sql`${table.leftAt} is null`),
    index("mail_domains_workspace_index").on(table.workspaceId, table.domainName),
    index("mail_domains_domain_index").on(table.domainId),
    index("mail_domains_erases_at_index").on(table.erasesAt),
    index("mail_domains_next_renewal_at_index").on(table.nextRenewalAt),
    index("mail_domains_next_notice_at_index").on(table.nextNoticeAt),
    index("mail_domains_dkim_rotates_at_index").on(table.dkimRotatesAt),
  ],
);

/** Networks outside that may send with the domain's addresses, such as a mailing list's or a forwarder's. */
export const mailSenderExceptions = pgTable(
  "mail_sender_exceptions",
  {
    mailDomainId: uuid("mail_domain_id")
      .notNull()
      .references(() => mailDomains.id),
    /** An address or a network in CIDR notation. */
    network: text("network").notNull(),
    note: text("note").notNull().default(""),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.mailDomainId, table.network] })],
);
