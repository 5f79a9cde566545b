import { domainNotificationEmails, domainNotifications } from "@zonepost/db";
import type { DomainNotification } from "@zonepost/schema/panel";
import { asc, desc, eq, inArray } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { publicId } from "../../../kernel/ids.ts";
import { hasRight, requireRight } from "../../../kernel/rights.ts";
import { readEmailOutcomes } from "../../accounts/index.ts";
import { getOwnDomain } from "../model/get-own-domain.ts";

const limit = 50;

/** The latest notifications of a domain, newest first, with the mails that carried them. */
export async function listNotifications(ctx: WorkspaceCtx, name: string): Promise<DomainNotification[]> {
  requireRight(ctx.actor, "domains:read");
  const domain = await getOwnDomain(ctx, name);
  const rows = await ctx.db
    .select()
    .from(domainNotifications)
    .where(eq(domainNotifications.domainId, domain.id))
    .orderBy(desc(domainNotifications.id))
    .limit(limit);
  const emails = rows.length
    ? await ctx.db
        .select()
        .from(domainNotificationEmails)
        .where(
          inArray(
            domainNotificationEmails.notificationId,
            rows.map(({ id }) => id),
          ),
        )
        .orderBy(asc(domainNotificationEmails.toAddress))
    : [];
  const outcomes = await readEmailOutcomes(
    ctx.db,
    emails.map(({ emailId }) => emailId),
  );
  const seesPeople = hasRight(ctx.actor, "members:read");
  return rows.map((row) => ({
    id: publicId("dnf", row.id),
    kind: row.kind,
    occurredAt: row.occurredAt.toISOString(),
    windowDays: typeof row.details.windowDays === "number" ? row.details.windowDays : null,
    expiresAt:
      row.topic === "expiry" && typeof row.details.expiresAt === "string" ? row.details.expiresAt : null,
    scheduledFor: row.mailAt?.toISOString() ?? null,
    notSent: row.notSent,
    emails: emails
      .filter(({ notificationId }) => notificationId === row.id)
      .map(({ emailId, toAddress }) => {
        const ended = outcomes.get(emailId);
        return {
          to: seesPeople ? toAddress : null,
          outcome: ended?.outcome ?? "queued",
          at: (ended?.endedAt ?? row.mailedAt ?? row.occurredAt).toISOString(),
        };
      }),
  }));
}
