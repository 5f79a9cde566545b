import { webhookCatchUps } from "@zonepost/db";
import type { WebhookCatchUp } from "@zonepost/schema";
import { and, desc, eq } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
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
  return row ? presentCatchUp(row) : null;
}

export async function getCatchUp(ctx: WorkspaceCtx, input: { id: string }): Promise<WebhookCatchUp> {
  const found = await findCatchUp(ctx, input);
  if (!found) {
    throw noCatchUp();
  }
  return found;
}

export function presentCatchUp(row: CatchUpRow): WebhookCatchUp {
  const { state, total, delivered, failed, skipped } = row;
  return {
    state,
    since: row.since.toISOString(),
    until: row.until?.toISOString() ?? null,
    ratePerSecond: row.ratePerSecond,
    total,
    delivered,
    failed,
    waiting: state === "done" ? 0 : Math.max(total - delivered - failed - skipped, 0),
    skipped,
    startedAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}
