import { sql } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

/** The earliest business time after `after` at which an expiry notice is due; null where none will be. */
export async function nextDueNotice(db: Queryable, after: Date): Promise<Date | null> {
  const at = after.toISOString();
  return firstInstant(db, sql`select min(next_notice_at) as at from domains where next_notice_at > ${at}`);
}

/** Whether an expiry notice that was due at `now` still waits. */
export async function isNoticeBusy(db: Queryable, now: Date): Promise<boolean> {
  const at = now.toISOString();
  const due = await firstInstant(
    db,
    sql`select min(next_notice_at) as at from domains where next_notice_at <= ${at}`,
  );
  return due !== null;
}

async function firstInstant(db: Queryable, query: ReturnType<typeof sql>): Promise<Date | null> {
  const [row] = await db.execute<{ at: string | null }>(query);
  return row?.at ? new Date(row.at) : null;
}
