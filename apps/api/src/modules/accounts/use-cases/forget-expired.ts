import { sql } from "drizzle-orm";
import type { Forget } from "../../../kernel/retention.ts";

/** Sessions and links whose time is over; nothing reads them, and addresses should not lie about. */
export const forgetExpiredSessions: Forget = async (db, limit) =>
  (
    await db.execute(sql`
      delete from sessions where ctid = any (array(
        select ctid from sessions where expires_at < now() limit ${limit}))`)
  ).count;

export const forgetExpiredLinks: Forget = async (db, limit) =>
  (
    await db.execute(sql`
      delete from verifications where ctid = any (array(
        select ctid from verifications where expires_at < now() limit ${limit}))`)
  ).count;
