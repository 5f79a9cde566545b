import { outgoingEmails, personTokens, sessions, trustedDevices, verifications } from "@zonepost/db";
import { sql } from "drizzle-orm";
import { forgetWhere } from "../../kernel/retention.ts";

// Expired rows contain addresses that must not be kept.
export const forgetExpiredSessions = forgetWhere(sessions, sql`${sessions.expiresAt} < now()`);
export const forgetExpiredLinks = forgetWhere(verifications, sql`${verifications.expiresAt} < now()`);

/** Our own links, for a new password or email address. */
export const forgetExpiredPersonTokens = forgetWhere(personTokens, sql`${personTokens.expiresAt} < now()`);

export const forgetExpiredDevices = forgetWhere(trustedDevices, sql`${trustedDevices.expiresAt} < now()`);

/** Mails without a job: every job gives up well before a week has passed. */
export const forgetUnsentEmails = forgetWhere(
  outgoingEmails,
  sql`${outgoingEmails.createdAt} < now() - interval '7 days'`,
);
