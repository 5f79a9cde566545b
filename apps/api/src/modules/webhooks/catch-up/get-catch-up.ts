import { webhookCatchUps } from "@zonepost/db";
import type { WebhookCatchUp } from "@zonepost/schema";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { noCatchUp } from "../model/errors.ts";
import { findEndpoint } from "../model/find-endpoint.ts";

export type CatchUpRow = typeof webhookCatchUps.$inferSelect;

/** The endpoint's latest one. */
export async function findCatchUp(ctx: WorkspaceCtx, input: { id: string }): Promise<WebhookCatchUp | null> {
  requireRight(ctx.actor, "webhooks:read");
  const { id: endpointId, workspaceId } = await findEndpoint(ctx, input.id);
  const [row] = await ctx.db
    .select()
    .from(webhookCatchUps)
    .where(and(eq(webhookCatchUps.workspaceId, workspaceId), eq(webhookCatchUps.endpointId, endpointId)))
    .orderBy(desc(webhookCatchUps.id))
    .limit(1);
  return row ? presentCatchUp(ctx.db, row) : null;
}

export async function getCatchUp(ctx: WorkspaceCtx, input: { id: string }): Promise<WebhookCatchUp> {
  const found = await findCatchUp(ctx, input);
  if (!found) {
    throw noCatchUp();
  }
  return found;
}

export async function presentCatchUp(db: Queryable, row: CatchUpRow): Promise<WebhookCatchUp> {
  const counted = await db.execute<{ status: string; count: number }>(sql`
    select status, count(*)::int as count from deliveries
    where workspace_id = ${row.workspaceId}::uuid and catch_up_id = ${row.id}::uuid group by status`);
  const countOf = (status: string) => counted.find((each) => each.status === status)?.count ?? 0;
  const [delivered, failed, skipped] = ["succeeded", "failed", "skipped"].map(countOf) as [
    number,
    number,
    number,
  ];
  const isPrepared = row.state !== "preparing";
  return {
    state: row.state,
    since: row.since.toISOString(),
    until: row.until?.toISOString() ?? null,
    ratePerSecond: row.ratePerSecond,
    total: row.total,
    delivered,
    failed,
    waiting: isPrepared ? countOf("pending") : row.total,
    skipped,
    startedAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}
