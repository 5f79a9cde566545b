import {
  changeNotices,
  outgoingEmails,
  personTokens,
  sessions,
  trustedDevices,
  verifications,
} from "@zonepost/db";
import { sql } from "drizzle-orm";
import { deleteWhere } from "../../kernel/database/retention.ts";

// Expired rows contain addresses that must not be kept.
export const deleteExpiredSessions = deleteWhere(sessions, sql`${sessions.expiresAt} < now()`);
export const deleteExpiredLinks = deleteWhere(verifications, sql`${verifications.expiresAt} < now()`);

/** Our own links, for a new password or email address. */
export const deleteExpiredPersonTokens = deleteWhere(personTokens, sql`${personTokens.expiresAt} < now()`);

export const deleteExpiredDevices = deleteWhere(trustedDevices, sql`${trustedDevices.expiresAt} < now()`);

/** Mails without a job: every job gives up well before a week has passed. */
export const deleteUnsentEmails = deleteWhere(
  outgoingEmails,
  sql`${outgoingEmails.createdAt} < now() - interval '7 days'`,
);

/** The same for the jobs of changes. */
export const deleteUntoldChanges = deleteWhere(
  changeNotices,
  sql`${changeNotices.occurredAt} < now() - interval '7 days'`,
);
