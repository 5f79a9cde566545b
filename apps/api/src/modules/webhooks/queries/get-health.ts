import { deliveryQueue } from "@zonepost/db";
import type { WebhookHealth } from "@zonepost/schema/panel";
import { eq, min, sql } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { hourMs } from "../../../kernel/durations.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { findEndpoint } from "./find-endpoint.ts";

const hoursShown = 24;

export async function getHealth(ctx: WorkspaceCtx, input: { id: string }): Promise<WebhookHealth> {
  requireRight(ctx.actor, "webhooks:read");
  const now = await ctx.clock.now();
  const endpoint = await findEndpoint(ctx, input.id);
  const currentHourMs = Math.floor(now.getTime() / hourMs) * hourMs;
  const firstHourMs = currentHourMs - (hoursShown - 1) * hourMs;
  const counted = await ctx.db.execute<{ hour: string; status: string; count: string }>(sql`
    select extract(epoch from date_trunc('hour', created_at, 'UTC'))::bigint as hour, status, count(*) as count
    from deliveries
    where endpoint_id = ${endpoint.id} and created_at >= ${new Date(firstHourMs).toISOString()}::timestamptz
    group by 1, 2`);
  const countOf = (startsAtMs: number, status: string) =>
    Number(
      counted.find((row) => Number(row.hour) * 1000 === startsAtMs && row.status === status)?.count ?? 0,
    );
  const [waiting] = await ctx.db
    .select({ dueAt: min(deliveryQueue.dueAt) })
    .from(deliveryQueue)
    .where(eq(deliveryQueue.endpointId, endpoint.id));
  return {
    active: endpoint.active,
    consecutiveFailures: endpoint.consecutiveFailures,
    nextAttemptAt: endpoint.active ? nextAttemptAt(waiting?.dueAt ?? null, endpoint.probeAt) : null,
    buckets: Array.from({ length: hoursShown }, (_, index) => {
      const startsAtMs = firstHourMs + index * hourMs;
      return {
        startsAt: new Date(startsAtMs).toISOString(),
        delivered: countOf(startsAtMs, "succeeded"),
        failed: countOf(startsAtMs, "failed"),
        waiting: countOf(startsAtMs, "pending"),
        skipped: countOf(startsAtMs, "skipped"),
      };
    }),
  };
}

function nextAttemptAt(dueAt: Date | null, probeAt: Date | null): string | null {
  if (!dueAt) {
    return null;
  }
  return (probeAt && probeAt > dueAt ? probeAt : dueAt).toISOString();
}
