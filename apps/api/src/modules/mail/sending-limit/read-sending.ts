import { mailSendingMinutes } from "@zonepost/db";
import type { MailSendingCause } from "@zonepost/schema";
import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import type { CountedMinute } from "./sending-policy.ts";

/** Those that still count for the limits, by the database's clock, as the mail servers count. */
const stillCounts: SQL = sql`${mailSendingMinutes.minute} >= date_trunc('minute', now()) - interval '60 minutes'`;

/** By scope (account, alias, mail domain or workspace), oldest first. */
export async function readSending(
  db: Queryable,
  cause: MailSendingCause,
  scopeIds: readonly string[],
): Promise<Map<string, CountedMinute[]>> {
  const rows =
    scopeIds.length === 0
      ? []
      : await db
          .select({
            scopeId: mailSendingMinutes.scopeId,
            minute: mailSendingMinutes.minute,
            recipients: mailSendingMinutes.recipients,
          })
          .from(mailSendingMinutes)
          .where(
            and(
              inArray(mailSendingMinutes.scopeId, [...scopeIds]),
              eq(mailSendingMinutes.cause, cause),
              stillCounts,
            ),
          )
          .orderBy(asc(mailSendingMinutes.minute));
  return Map.groupBy(rows, ({ scopeId }) => scopeId);
}
