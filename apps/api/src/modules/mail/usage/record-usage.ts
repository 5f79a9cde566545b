import type { Db } from "@zonepost/db";
import { sql } from "drizzle-orm";
import type { Sweep } from "../../../kernel/due-work/due-work.ts";
import { minuteMs } from "../../../kernel/durations.ts";

/** Stores what each account uses, as the most of the day. Safe to run in several workers at once. */
export const createUsageSweep = (db: Db): Sweep => ({
  name: "mail usage",
  wakeReasons: [],
  pollIntervalMs: 10 * minuteMs,
  async run() {
    await db.execute(sql`
      insert into mail_usage_days as usage (mail_domain_id, account_id, day, used_bytes)
      select account.mail_domain_id, account.id, (now() at time zone 'UTC')::date, own.used_bytes
      from mail_account_use own join mail_accounts account on account.id = own.account_id
      where own.used_bytes > 0
      order by account.id
      on conflict (account_id, day) do update set used_bytes = excluded.used_bytes
      where usage.used_bytes < excluded.used_bytes`);
  },
});
