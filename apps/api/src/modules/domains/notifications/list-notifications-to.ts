import { domainNotificationEmails, domainNotifications } from "@zonepost/db";
import { desc, eq, sql } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

type SentNotification = { emailId: string; domainName: string; kind: string; occurredAt: Date };

/** What was emailed to an address about domains, newest first. */
export const listNotificationsTo = (db: Queryable, address: string): Promise<SentNotification[]> =>
  db
    .select({
      emailId: domainNotificationEmails.emailId,
      domainName: domainNotifications.domainName,
      kind: domainNotifications.kind,
      occurredAt: domainNotifications.occurredAt,
    })
    .from(domainNotificationEmails)
    .innerJoin(domainNotifications, eq(domainNotifications.id, domainNotificationEmails.notificationId))
    .where(eq(sql`lower(${domainNotificationEmails.toAddress})`, address.toLowerCase()))
    .orderBy(desc(domainNotifications.id));
