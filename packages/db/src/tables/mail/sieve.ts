import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";
import { mailAccounts } from "./accounts.ts";

/** What a mail host doesn't do of a mailbox's script. */
export type SieveFinding = {
  line: number;
  code:
    | "extension"
    | "action"
    | "test"
    | "redirect_not_plain"
    | "redirect_not_allowed"
    | "vacation_not_plain"
    | "vacation_not_own"
    | "vacation_header"
    | "include_not_personal"
    | "not_readable"
    | "turned_off";
  /** The name or address that it is about. */
  detail: string;
};

/** Scripts that were stored before the mail hosts checked them, and have been changed or turned off. */
export const mailSieveFindings = pgTable(
  "mail_sieve_findings",
  {
    accountId: uuid("account_id")
      .notNull()
      .references(() => mailAccounts.id, { onDelete: "cascade" }),
    /** SHA-256 of the script, in hex. */
    scriptHash: text("script_hash").notNull(),
    scriptName: text("script_name").notNull(),
    findings: jsonb("findings").$type<SieveFinding[]>().notNull(),
    foundAt: instant("found_at").notNull(),
    /** When the mailbox and the owners were told. */
    toldAt: instant("told_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.scriptHash] }),
    index("mail_sieve_findings_untold_index").on(table.foundAt).where(sql`${table.toldAt} is null`),
  ],
);
