import { webhookEndpoints } from "@zonepost/db";
import { webhookMissedLimit } from "@zonepost/schema";
import type { EndpointMissedEvents, MissedWebhookEvents } from "@zonepost/schema/panel";
import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx, Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { dayMs } from "../../../kernel/durations.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { type EndpointRow, findEndpoint } from "../model/find-endpoint.ts";
import { idBounds } from "../model/id-bounds.ts";

/** The longest range that the panel offers for a catch-up. */
const longestRangeMs = 30 * dayMs;

export type MissedRange = {
  endpoint: Pick<EndpointRow, "id" | "workspaceId" | "events" | "active">;
  since: Date;
  /** Without it, everything missed so far. */
  until: Date | null;
};

/** Business time, and by how much it is ahead of the wall clock. */
export type ClockTimes = { now: Date; aheadMs: number };

export async function clockTimes({ clock }: Pick<Ctx, "clock">): Promise<ClockTimes> {
  const now = await clock.now();
  return { now, aheadMs: now.getTime() - clock.wallNow().getTime() };
}

/** Whether a row of `deliveries d` is one that a catch-up sends, apart from its status. */
export function isInRange({ endpoint, since, until }: MissedRange, { aheadMs }: ClockTimes): SQL {
  const { first = "" } = idBounds({ since: since.toISOString() }, aheadMs);
  return sql`d.workspace_id = ${endpoint.workspaceId}::uuid and d.endpoint_id = ${endpoint.id}::uuid
    and d.id >= ${first}::uuid and not d.is_test
    and d.created_at >= ${since.toISOString()}::timestamptz
    and ${until === null ? sql`true` : sql`d.created_at <= ${until.toISOString()}::timestamptz`}
    and ${endpoint.events.includes("*") ? sql`true` : sql`d.event_type = any(${sql.param(endpoint.events)}::text[])`}`;
}

/** From `deliveries d`: those skipped and those failed, which an index has each in the order of ids. */
export const missedParts = (range: MissedRange, times: ClockTimes): readonly [SQL, SQL] => {
  const inRange = isInRange(range, times);
  return [
    sql`deliveries d where d.missed_as = 'skipped' and ${inRange}`,
    sql`deliveries d where d.missed_as = 'failed' and ${inRange}`,
  ];
};

/** For an inactive endpoint with those that wait, since they will be skipped. What was missed is read from an index alone. */
export async function countMissed(
  db: Queryable,
  range: MissedRange,
  times: ClockTimes,
  limit?: number,
): Promise<number> {
  const waiting = sql`delivery_queue q join deliveries d on d.workspace_id = q.workspace_id and d.id = q.delivery_id
    where q.endpoint_id = ${range.endpoint.id}::uuid and ${isInRange(range, times)}`;
  const parts = [...missedParts(range, times), ...(range.endpoint.active ? [] : [waiting])];
  const counts = parts.map(
    (part) => sql`(select count(*) from (select from ${part} limit ${limit ?? null}) part)`,
  );
  const [row] = await db.execute<{ count: number }>(
    sql`select (${sql.join(counts, sql` + `)})::int as count`,
  );
  return Math.min(row?.count ?? 0, limit ?? Number.POSITIVE_INFINITY);
}

/** The first entry of each part of the index: ids have the order of creation, except for moments. */
async function oldestMissed(db: Queryable, range: MissedRange, times: ClockTimes): Promise<string | null> {
  const parts = missedParts(range, times).map(
    (part) => sql`(select d.created_at from ${part} order by d.id limit 1)`,
  );
  const [row] = await db.execute<{ since: string | null }>(
    sql`select least(${sql.join(parts, sql`, `)}) as since`,
  );
  return row?.since ? new Date(row.since).toISOString() : null;
}

/** Of an active endpoint: what it missed and wasn't sent since. */
export async function getMissedEvents(
  ctx: WorkspaceCtx,
  input: { id: string },
): Promise<EndpointMissedEvents> {
  requireRight(ctx.actor, "webhooks:read");
  const times = await clockTimes(ctx);
  const endpoint = await findEndpoint(ctx, input.id);
  const range = { endpoint, since: new Date(times.now.getTime() - longestRangeMs), until: null };
  const [since, count] = await Promise.all([
    oldestMissed(ctx.db, range, times),
    countMissed(ctx.db, range, times, webhookMissedLimit),
  ]);
  return { since, count };
}

/** What an inactive endpoint has missed since it was deactivated. */
export const missedRangeOf = (endpoint: EndpointRow): MissedRange => ({
  endpoint,
  since: endpoint.missedSince ?? endpoint.deactivatedAt ?? endpoint.createdAt,
  until: null,
});

/** For each inactive endpoint of the workspace. */
export async function listMissedEvents(ctx: WorkspaceCtx): Promise<MissedWebhookEvents> {
  requireRight(ctx.actor, "webhooks:read");
  const times = await clockTimes(ctx);
  const inactive = await ctx.db
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.workspaceId, ctx.actor.workspaceId), eq(webhookEndpoints.active, false)))
    .orderBy(asc(webhookEndpoints.id));
  return Promise.all(
    inactive.map(async (endpoint) => {
      const range = missedRangeOf(endpoint);
      return {
        endpointId: publicId("whe", endpoint.id),
        since: range.since.toISOString(),
        count: await countMissed(ctx.db, range, times, webhookMissedLimit),
      };
    }),
  );
}
