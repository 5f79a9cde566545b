import { deliveryQueue } from "@zonepost/db";
import type { WebhookHealth } from "@zonepost/schema/panel";
import { eq, min, sql } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { hourMs } from "../../../kernel/durations.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { findEndpoint } from "../model/find-endpoint.ts";

const hoursShown = 24;

export async function getHealth(ctx: WorkspaceCtx, input: { id: string }): Promise<WebhookHealth> {
  requireRight(ctx.actor, "webhooks:read");
  const now = await ctx.clock.now();
  const endpoint = await findEndpoint(ctx, input.id);
  const currentHourMs = Math.floor(now.getTime() / hourMs) * hourMs;
  const firstHourMs = currentHourMs - (hoursShown - 1) * hourMs;
  const counted = await ctx.db.execute<{ hour: string; status: string; count: string; attempts: string }>(sql`
    select extract(epoch from date_trunc('hour', created_at, 'UTC'))::bigint as hour, status, count(*) as count,
      sum(attempt) as attempts
    from deliveries
    where endpoint_id = ${endpoint.id} and created_at >= ${new Date(firstHourMs).toISOString()}::timestamptz
    group by 1, 2`);
  const bucketOf = (startsAtMs: number) => {
    const rows = counted.filter((row) => Number(row.hour) * 1000 === startsAtMs);
    const countOf = (status: string) => Number(rows.find((row) => row.status === status)?.count ?? 0);
    const attempts = rows.reduce((sum, row) => sum + Number(row.attempts), 0);
    const delivered = countOf("succeeded");
    return {
      startsAt: new Date(startsAtMs).toISOString(),
      delivered,
      failedAttempts: attempts - delivered,
      waiting: countOf("pending"),
      skipped: countOf("skipped"),
    };
  };
  const [waiting] = await ctx.db
    .select({ dueAt: min(deliveryQueue.dueAt) })
    .from(deliveryQueue)
    .where(eq(deliveryQueue.endpointId, endpoint.id));
  return {
    active: endpoint.active,
    consecutiveFailures: endpoint.consecutiveFailures,
    nextAttemptAt: endpoint.active ? nextAttemptAt(waiting?.dueAt ?? null, endpoint.probeAt) : null,
    buckets: Array.from({ length: hoursShown }, (_, index) => bucketOf(firstHourMs + index * hourMs)),
  };
}

function nextAttemptAt(dueAt: Date | null, probeAt: Date | null): string | null {
  if (!dueAt) {
    return null;
  }
  return (probeAt && probeAt > dueAt ? probeAt : dueAt).toISOString();
}
