import {
  mailAccounts,
  mailAccountUse,
  mailAliases,
  mailAliasTargets,
  mailAppPasswords,
  mailConnections,
  mailDkimKeys,
  mailDnsChecks,
  mailDnsShares,
  mailDomains,
  mailErasedAccounts,
  mailEvents,
  mailForwardTargets,
  mailHostKeys,
  mailHosts,
  mailPausedForwards,
  mailSenderExceptions,
  mailSendingHours,
  mailSendingLimits,
  mailSendingMinutes,
  mailSieveFindings,
  mailUsageDays,
} from "@zonepost/db";
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { type ErasureRule, rowsOf, rowsWith } from "../../kernel/erasure/erasure-rule.ts";
import { eraseAccountsIn } from "./accounts/erase-accounts.ts";

const ofMail = (column: PgColumn) => ({ fate: "deleted", rows: rowsOf(column, mailDomains) }) as const;
const ofAccounts = (column: PgColumn) =>
  ({
    fate: "deleted",
    rows: (workspaceId: string): SQL => sql`${column} in (
      select ${mailAccounts.id} from ${mailAccounts} join ${mailDomains} on ${mailDomains.id} = ${mailAccounts.mailDomainId}
      where ${mailDomains.workspaceId} = ${workspaceId}::uuid)`,
  }) as const;
const ofAliases = (workspaceId: string): SQL => sql`${mailAliasTargets.aliasId} in (
  select ${mailAliases.id} from ${mailAliases} join ${mailDomains} on ${mailDomains.id} = ${mailAliases.mailDomainId}
  where ${mailDomains.workspaceId} = ${workspaceId}::uuid)`;

/** Of domains that have left. The messages themselves are erased by the mail hosts, which read `mail_erased_accounts`. */
export const mailErasure: readonly ErasureRule[] = [
  {
    // By the mail domain, for its index. What an earlier one left ends with the retention of the log.
    table: mailEvents,
    workspace: ofMail(mailEvents.mailDomainId),
    columns: {
      workspace: ["message_id", "sender", "recipient", "original_recipient", "relay", "detail"],
      impersonal: ["host", "queue_id", "kind", "tls"],
    },
  },
  {
    table: mailSieveFindings,
    workspace: ofAccounts(mailSieveFindings.accountId),
    columns: { workspace: ["script_name", "findings"], impersonal: ["script_hash"] },
  },
  { table: mailUsageDays, workspace: ofAccounts(mailUsageDays.accountId) },
  { table: mailAccountUse, workspace: ofAccounts(mailAccountUse.accountId) },
  { table: mailSendingHours, workspace: ofAccounts(mailSendingHours.accountId) },
  {
    table: mailSendingMinutes,
    workspace: false,
    columns: { kept: { cause: "Counters of recipients by random ID, deleted within a week." } },
  },
  {
    table: mailSendingLimits,
    workspace: { fate: "deleted", rows: rowsWith(mailSendingLimits.workspaceId) },
    columns: { impersonal: ["cause", "scope"] },
  },
  {
    table: mailAppPasswords,
    workspace: ofAccounts(mailAppPasswords.accountId),
    columns: { workspace: ["label", "hint", "password_hash"] },
  },
  {
    table: mailAccounts,
    workspace: ofMail(mailAccounts.mailDomainId),
    deleteRows: eraseAccountsIn,
    columns: { workspace: ["full_address", "display_name", "password_hash", "forward_to"] },
  },
  { table: mailErasedAccounts, workspace: false },
  {
    table: mailConnections,
    workspace: false,
    columns: {
      kept: {
        ip_address: "The mail host needs the row to end the session, and deletes it then.",
        program: "The mail host needs the row to end the session, and deletes it then.",
      },
      impersonal: ["host", "process", "protocol"],
    },
  },
  {
    table: mailAliasTargets,
    workspace: { fate: "deleted", rows: ofAliases },
    columns: { workspace: ["address"] },
  },
  {
    table: mailAliases,
    workspace: ofMail(mailAliases.mailDomainId),
    columns: { workspace: ["from_address"] },
  },
  {
    table: mailPausedForwards,
    workspace: ofMail(mailPausedForwards.mailDomainId),
    columns: { workspace: ["source", "target"] },
  },
  {
    table: mailForwardTargets,
    workspace: ofMail(mailForwardTargets.mailDomainId),
    columns: { workspace: ["address"], impersonal: ["token_hash"] },
  },
  {
    table: mailSenderExceptions,
    workspace: ofMail(mailSenderExceptions.mailDomainId),
    columns: { workspace: ["network", "note"] },
  },
  {
    table: mailHostKeys,
    workspace: {
      fate: "deleted",
      rows: (workspaceId) => sql`${mailHostKeys.keyId} in (
        select ${mailDkimKeys.id} from ${mailDkimKeys} join ${mailDomains} on ${mailDomains.id} = ${mailDkimKeys.mailDomainId}
        where ${mailDomains.workspaceId} = ${workspaceId}::uuid)`,
    },
    columns: { impersonal: ["host"] },
  },
  {
    table: mailDkimKeys,
    workspace: ofMail(mailDkimKeys.mailDomainId),
    columns: {
      workspace: ["selector", "public_key", "private_key_encrypted", "shown"],
      impersonal: ["stage"],
    },
  },
  { table: mailHosts, workspace: false, columns: { impersonal: ["name", "secret_key_ids"] } },
  {
    table: mailDnsChecks,
    workspace: ofMail(mailDnsChecks.mailDomainId),
    columns: { workspace: ["records", "health"] },
  },
  {
    table: mailDnsShares,
    workspace: ofMail(mailDnsShares.mailDomainId),
    columns: { impersonal: ["token_hash"] },
  },
  {
    table: mailDomains,
    workspace: { fate: "deleted", rows: rowsWith(mailDomains.workspaceId) },
    columns: { workspace: ["domain_name"], impersonal: ["plan_slug", "status", "next_plan_slug"] },
  },
];
