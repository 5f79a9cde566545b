import { domainNotificationEmails, domainNotifications } from "@zonepost/db";
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

type SentNotification = { emailId: string; domainName: string; kind: string; occurredAt: Date };

/** What was emailed to an address about domains, of all workspaces or of these, newest first. */
export const listNotificationsTo = (
  db: Queryable,
  address: string,
  workspaceIds?: readonly string[],
): Promise<SentNotification[]> =>
  db
    .select({
      emailId: domainNotificationEmails.emailId,
      domainName: domainNotifications.domainName,
      kind: domainNotifications.kind,
      occurredAt: domainNotifications.occurredAt,
    })
    .from(domainNotificationEmails)
    .innerJoin(domainNotifications, eq(domainNotifications.id, domainNotificationEmails.notificationId))
    .where(
      and(
        eq(sql`lower(${domainNotificationEmails.toAddress})`, address.toLowerCase()),
        workspaceIds && inArray(domainNotifications.workspaceId, [...workspaceIds]),
      ),
    )
    .orderBy(desc(domainNotifications.id));
