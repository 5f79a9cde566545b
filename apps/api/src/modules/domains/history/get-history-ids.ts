import { domainHistory, domains } from "@zonepost/db";
import { and, eq, exists } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { seesDomain } from "../../../kernel/rights.ts";
import { terminalStatuses } from "../model/get-own-domain.ts";

/**
 * The ids under which a workspace's history of a name is stored: of the domain it holds, and of those it held before.
 * Nothing is recorded under the id of a domain that has left.
 */
export async function getHistoryIds(ctx: WorkspaceCtx, name: string): Promise<string[]> {
  if (!seesDomain(ctx.actor, name)) {
    throw notFound();
  }
  const isOfEntry = eq(domainHistory.domainId, domains.id);
  const rows = await ctx.db
    .select({
      id: domains.id,
      status: domains.status,
      // A registration or transfer in that failed leaves a row without history.
      hasHistory: exists(ctx.db.select({ id: domainHistory.id }).from(domainHistory).where(isOfEntry)),
    })
    .from(domains)
    .where(and(eq(domains.workspaceId, ctx.actor.workspaceId), eq(domains.name, name)));
  const ids = rows
    .filter(({ status, hasHistory }) => hasHistory || !terminalStatuses.includes(status))
    .map(({ id }) => id);
  if (ids.length === 0) {
    throw notFound();
  }
  return ids;
}
