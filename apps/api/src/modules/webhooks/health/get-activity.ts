import type { WebhookActivity } from "@zonepost/schema/panel";
import { sql } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { dayMs, hourMs } from "../../../kernel/durations.ts";
import { requireRight } from "../../../kernel/rights.ts";

const spanMs = 7 * dayMs;
const bucketMs = 6 * hourMs;
const bucketCount = spanMs / bucketMs;

/** The deliveries of all endpoints in the last seven days. Reads counts per hour, whatever the number of deliveries. */
export async function getActivity(ctx: WorkspaceCtx): Promise<WebhookActivity> {
  requireRight(ctx.actor, "webhooks:read");
  const now = await ctx.clock.now();
  // Aligned to the end of the current hour, so that the last bucket isn't nearly empty for hours.
  const endMs = (Math.floor(now.getTime() / hourMs) + 1) * hourMs;
  const startMs = endMs - spanMs;
  const rows = await ctx.db.execute<{
    bucket: number;
    delivered: number;
    failed_attempts: number;
    skipped: number;
  }>(sql`
    select floor(extract(epoch from hour - ${new Date(startMs).toISOString()}::timestamptz) * 1000 / ${bucketMs}::int)::int
        as bucket,
      sum(delivered)::int as delivered, sum(failed_attempts)::int as failed_attempts, sum(skipped)::int as skipped
    from delivery_hours
    where workspace_id = ${ctx.actor.workspaceId}::uuid
      and hour >= ${new Date(startMs).toISOString()}::timestamptz and hour < ${new Date(endMs).toISOString()}::timestamptz
    group by bucket`);
  const byBucket = new Map(rows.map((row) => [row.bucket, row]));
  return {
    buckets: Array.from({ length: bucketCount }, (_, index) => {
      const row = byBucket.get(index);
      return {
        startsAt: new Date(startMs + index * bucketMs).toISOString(),
        delivered: row?.delivered ?? 0,
        failedAttempts: row?.failed_attempts ?? 0,
        skipped: row?.skipped ?? 0,
      };
    }),
  };
}
