import {
  mailAccounts,
  mailAliases,
  mailDkimKeys,
  mailDomains,
  mailForwardTargets,
  mailSenderExceptions,
  mailSendingHours,
  mailSendingLimits,
  mailSendingMinutes,
} from "@zonepost/db";
import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Ctx } from "../../../kernel/ctx.ts";
import { deleteWhere, type RetentionRule } from "../../../kernel/database/retention.ts";
import { eraseAccounts } from "../accounts/erase-accounts.ts";
import { eraseMailDomains } from "./erase-mail-domains.ts";

/**
 * Erases deleted accounts, and mail whose domain left: accounts with their passwords, aliases, and then the DKIM key.
 * The counters of the sending limit are of wall-clock time.
 */
export function mailRetentionRules(base: Pick<Ctx, "clock" | "log">): readonly RetentionRule[] {
  const { clock } = base;
  const deleteAt =
    (table: PgTable, condition: (now: SQL) => SQL): RetentionRule =>
    async (db, limit) => {
      const now = await clock.now();
      return deleteWhere(table, condition(sql`${now.toISOString()}::timestamptz`))(db, limit);
    };
  const isErased = (now: SQL) => sql`${mailDomains.erasesAt} <= ${now}`;
  const ofErased = (now: SQL) => sql`(select ${mailDomains.id} from ${mailDomains} where ${isErased(now)})`;
  return [
    deleteWhere(mailSendingHours, sql`${mailSendingHours.hour} < now() - interval '7 days'`),
    deleteWhere(mailSendingMinutes, sql`${mailSendingMinutes.minute} < now() - interval '7 days'`),
    deleteWhere(mailSendingLimits, sql`${mailSendingLimits.limitedAt} < now() - interval '7 days'`),
    async (db, limit) => {
      const now = await clock.now();
      const at = sql`${now.toISOString()}::timestamptz`;
      const isDue = sql`(${mailAccounts.erasesAt} <= ${at} or ${mailAccounts.mailDomainId} in ${ofErased(at)})`;
      return eraseAccounts(db, isDue, { now, limit });
    },
    deleteAt(mailAliases, (now) => sql`${mailAliases.mailDomainId} in ${ofErased(now)}`),
    ...[mailForwardTargets, mailSenderExceptions, mailDkimKeys].map((table) =>
      deleteAt(
        table,
        (now) => sql`${table.mailDomainId} in ${ofErased(now)}
          and not exists (select from ${mailAccounts} where ${mailAccounts.mailDomainId} = ${table.mailDomainId})`,
      ),
    ),
    eraseMailDomains(base),
  ];
}
