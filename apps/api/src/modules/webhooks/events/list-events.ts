import type { Db } from "@zonepost/db";
import type { EventQuery, ZonepostEvent } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { encodeCursor, type Page, rowAtPlace } from "../../../kernel/http/page.ts";
import { firstIdAt, publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { idBounds } from "../model/id-bounds.ts";
import { paymentEvents, seesPayments } from "../model/payment-events.ts";

const defaultLimit = 100;

/**
 * The events of a workspace in the order of their ids, oldest first, with a cursor even at the end: events that follow
 * come after it.
 */
export async function listEvents(ctx: WorkspaceCtx, query: EventQuery): Promise<Page<ZonepostEvent[]>> {
  requireRight(ctx.actor, "webhooks:read");
  const after = rowAtPlace("evt", query) ?? (await firstIdSince(ctx, query.since));
  const limit = query.limit ?? defaultLimit;
  // In this order: what commits in between has later ids than `end`.
  const end = await firstIdOfUnfinished(ctx.db.$client);
  const rows = await ctx.db.$client<{ id: string; body: string }[]>`
    select id, body from events
    where workspace_id = ${ctx.actor.workspaceId} and id > ${after} and id < ${end} and not is_test
      and (${query.since ?? null}::timestamptz is null or created_at >= ${query.since ?? null}::timestamptz)
      and (${query.type ?? null}::text is null or type = ${query.type ?? null}::text)
      and (${seesPayments(ctx.actor)} or type not like ${paymentEvents})
    order by id limit ${limit}`;
  const isFull = rows.length === limit;
  const last = isFull ? rows.at(-1)?.id : [after, end].sort().at(-1);
  return {
    page: rows.map(({ body }) => JSON.parse(body) as ZonepostEvent),
    nextCursor: encodeCursor(publicId("evt", last ?? after)),
  };
}

/** Sorts before the ids of events from a business time on. */
async function firstIdSince({ clock }: WorkspaceCtx, since: string | undefined): Promise<string> {
  const aheadMs = (await clock.now()).getTime() - clock.wallNow().getTime();
  return idBounds({ since }, aheadMs).first ?? firstIdAt(0);
}

/**
 * Sorts before the ids of all events that are not committed yet: a transaction has written something, and so has its
 * `backend_xid`, before its events get their ids from the same clock. Reports, which write nothing, don't count.
 */
async function firstIdOfUnfinished(sql: Db["$client"]): Promise<string> {
  const [row] = await sql<{ ms: number }[]>`
    select (extract(epoch from least(statement_timestamp(), min(xact_start))) * 1000)::float8 as ms
    from pg_stat_activity
    where datname = current_database() and usename = current_user and backend_xid is not null`;
  return firstIdAt(row?.ms ?? 0);
}
