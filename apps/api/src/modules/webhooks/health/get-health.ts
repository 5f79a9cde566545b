import { webhookWaitingLimit } from "@zonepost/schema";
import type { WebhookHealth } from "@zonepost/schema/panel";
import { sql } from "drizzle-orm";
import type { Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { hourMs } from "../../../kernel/durations.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { percentileMs } from "../delivery/record/duration-buckets.ts";
import { findEndpoint } from "../model/find-endpoint.ts";

const hoursShown = 24;

/** Reads counts per hour and single index entries, so its cost doesn't grow with the number of deliveries. */
export async function getHealth(ctx: WorkspaceCtx, input: { id: string }): Promise<WebhookHealth> {
  requireRight(ctx.actor, "webhooks:read");
  const now = await ctx.clock.now();
  const endpoint = await findEndpoint(ctx, input.id);
  const currentHourMs = Math.floor(now.getTime() / hourMs) * hourMs;
  const firstHourMs = currentHourMs - (hoursShown - 1) * hourMs;
  const [counted, queue] = await Promise.all([
    listHours(ctx.db, endpoint, new Date(firstHourMs)),
    readQueue(ctx.db, endpoint.id),
  ]);
  const durations = counted.reduce<number[]>(
    (sums, hour) => hour.duration_counts.map((count, bucket) => (sums[bucket] ?? 0) + count),
    [],
  );
  return {
    nextAttemptAt: endpoint.active ? nextAttemptAt(queue.dueAt, endpoint.probeAt) : null,
    waiting: queue.waiting,
    p95DurationMs: percentileMs(durations, 0.95),
    buckets: Array.from({ length: hoursShown }, (_, index) => {
      const startsAtMs = firstHourMs + index * hourMs;
      const row = counted.find((each) => Number(each.starts_at) * 1000 === startsAtMs);
      return {
        startsAt: new Date(startsAtMs).toISOString(),
        delivered: row?.delivered ?? 0,
        failedAttempts: row?.failed_attempts ?? 0,
        skipped: row?.skipped ?? 0,
      };
    }),
  };
}

type Hour = {
  starts_at: string;
  delivered: number;
  failed_attempts: number;
  skipped: number;
  duration_counts: number[];
};

const listHours = (db: Queryable, endpoint: { id: string; workspaceId: string }, from: Date) =>
  db.execute<Hour>(sql`
    select extract(epoch from hour)::bigint as starts_at, delivered, failed_attempts, skipped, duration_counts
    from delivery_hours
    where workspace_id = ${endpoint.workspaceId}::uuid and endpoint_id = ${endpoint.id}::uuid
      and hour >= ${from.toISOString()}::timestamptz`);

/** The earliest first attempt and the earliest retry: each is the first entry of its part of the index. */
async function readQueue(
  db: Queryable,
  endpointId: string,
): Promise<{ dueAt: Date | null; waiting: number }> {
  const queued = sql`delivery_queue where endpoint_id = ${endpointId}::uuid`;
  const earliest = (part: 0 | 1) =>
    sql`(select due_at from ${queued} and least(attempt, 1) = ${sql.raw(String(part))} order by due_at limit 1)`;
  const [row] = await db.execute<{ due_at: string | null; waiting: number }>(sql`
    select least(${earliest(0)}, ${earliest(1)}) as due_at,
      (select count(*)::int from (select from ${queued} limit ${webhookWaitingLimit}) first) as waiting`);
  return { dueAt: row?.due_at ? new Date(row.due_at) : null, waiting: row?.waiting ?? 0 };
}

function nextAttemptAt(dueAt: Date | null, probeAt: Date | null): string | null {
  if (!dueAt) {
    return null;
  }
  return (probeAt && probeAt > dueAt ? probeAt : dueAt).toISOString();
}
