import { mailAccounts, mailErasedAccounts } from "@zonepost/db";
import { type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

/** Deletes at most `limit` rows and lists their ids for the mail hosts, which erase the messages. Returns the number. */
export async function eraseAccounts(
  db: Queryable,
  condition: SQL,
  { now, limit }: { now: Date; limit: number },
): Promise<number> {
  const { count } = await db.execute(
    eraseAccountsIn(condition, limit, sql`${now.toISOString()}::timestamptz`),
  );
  return count;
}

/** The statement. By the clock of the database unless a time is given. */
export const eraseAccountsIn = (condition: SQL, limit: number, now = sql`now()`): SQL => sql`
  with erased as (
    delete from ${mailAccounts} where ctid = any (array(
      select ctid from ${mailAccounts} where ${condition} limit ${limit}))
    returning ${mailAccounts.id}
  )
  insert into ${mailErasedAccounts} (account_id, erased_at)
    select id, ${now} from erased`;
