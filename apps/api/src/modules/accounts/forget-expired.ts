import { outgoingEmails, personTokens, sessions, trustedDevices, verifications } from "@zonepost/db";
import { sql } from "drizzle-orm";
import { forgetWhere } from "../../kernel/retention.ts";

// The addresses in expired rows must not be kept.
export const forgetExpiredSessions = forgetWhere(sessions, sql`${sessions.expiresAt} < now()`);
export const forgetExpiredLinks = forgetWhere(verifications, sql`${verifications.expiresAt} < now()`);

/** Our own links, for a new password or another address. */
export const forgetExpiredPersonTokens = forgetWhere(personTokens, sql`${personTokens.expiresAt} < now()`);

/** Browsers that must enter the second factor again. */
export const forgetExpiredDevices = forgetWhere(trustedDevices, sql`${trustedDevices.expiresAt} < now()`);

/** E-mails without a job: each job gives up long before a week has passed. */
export const forgetUnsentEmails = forgetWhere(
  outgoingEmails,
  sql`${outgoingEmails.createdAt} < now() - interval '7 days'`,
);
