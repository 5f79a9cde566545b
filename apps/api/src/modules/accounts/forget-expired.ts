import { sql } from "drizzle-orm";
import type { Forget } from "../../kernel/retention.ts";

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

/** Links of our own for a new password or another address. */
export const forgetExpiredPersonTokens: Forget = async (db, limit) =>
  (
    await db.execute(sql`
      delete from person_tokens where ctid = any (array(
        select ctid from person_tokens where expires_at < now() limit ${limit}))`)
  ).count;

/** Browsers that are asked for the second factor again. */
export const forgetExpiredDevices: Forget = async (db, limit) =>
  (
    await db.execute(sql`
      delete from trusted_devices where ctid = any (array(
        select ctid from trusted_devices where expires_at < now() limit ${limit}))`)
  ).count;

/** Mails that no job is left for: the job of each has been given up long before a week is over. */
export const forgetUnsentEmails: Forget = async (db, limit) =>
  (
    await db.execute(sql`
      delete from outgoing_emails where ctid = any (array(
        select ctid from outgoing_emails where created_at < now() - interval '7 days' limit ${limit}))`)
  ).count;
