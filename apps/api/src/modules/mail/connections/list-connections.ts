import { mailAppPasswords, mailConnections, mailHosts } from "@zonepost/db";
import type { MailConnection } from "@zonepost/schema";
import { desc, eq, sql } from "drizzle-orm";
import type { Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { publicId, rowId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { getAccount } from "../accounts/get-account.ts";
import type { AccountId } from "../accounts/lock-own-account.ts";
import { connectionsUnknown } from "../errors.ts";

/** Newest first. While a mail host doesn't report, an empty list would hide what is open there. */
export async function listConnections(ctx: WorkspaceCtx, input: AccountId): Promise<MailConnection[]> {
  requireRight(ctx.actor, "mail:read");
  const account = await getAccount(ctx, input);
  const accountId = rowId("mac", account.id);
  if (accountId === undefined) {
    throw notFound();
  }
  await requireReports(ctx.db);
  const rows = await ctx.db
    .select({
      id: mailConnections.id,
      protocol: mailConnections.protocol,
      program: mailConnections.program,
      ipAddress: mailConnections.ipAddress,
      since: mailConnections.since,
      appPasswordLabel: mailAppPasswords.label,
      host: mailConnections.host,
    })
    .from(mailConnections)
    .leftJoin(mailAppPasswords, eq(mailAppPasswords.id, mailConnections.appPasswordId))
    .where(eq(mailConnections.accountId, accountId))
    .orderBy(desc(mailConnections.since), desc(mailConnections.id));
  return rows.map(({ id, since, ...row }) => ({
    id: publicId("mcn", id),
    ...row,
    since: since.toISOString(),
  }));
}

/** By the database's clock, as they report. */
async function requireReports(db: Queryable): Promise<void> {
  const hosts = await db
    .select({
      reportedAt: mailHosts.connectionsReportedAt,
      isRecent: sql<boolean>`coalesce(${mailHosts.connectionsReportedAt} > now() - interval '1 minute', false)`,
    })
    .from(mailHosts);
  const late = hosts.filter(({ isRecent }) => !isRecent);
  if (hosts.length === 0 || late.length > 0) {
    const times = late.flatMap(({ reportedAt }) => (reportedAt === null ? [] : reportedAt.getTime()));
    throw connectionsUnknown(times.length > 0 ? new Date(Math.min(...times)) : null);
  }
}
