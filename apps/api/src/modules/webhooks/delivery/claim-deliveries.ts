import { fixedStatement } from "@zonepost/db";
import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { newId } from "../../../kernel/ids.ts";
import { type ClaimedDelivery, type ClaimRow, claimedDeliveries } from "./claimed-delivery.ts";
import { isFree, isRequested } from "./queued-delivery.ts";

/** What a worker has room for. */
export type Room = {
  /** For an endpoint that isn't in `ofEndpoint`. */
  perEndpoint: number;
  ofEndpoint: ReadonlyMap<string, number>;
  /** Workspaces and target hosts that have as many in flight as they may. */
  fullWorkspaces: readonly string[];
  fullHosts: readonly string[];
};

export type ClaimRequest = {
  /** Business time. */
  now: Date;
  /** Leaves what was due before to a later claim; by default, nothing. */
  since?: Date | undefined;
  /** Up to `maxClaim`. */
  limit: number;
  /** Of the claim before: the endpoint after which others have their turn. */
  cursor: string;
  room: Room;
  leaseSeconds: number;
  /** The time for which a dead worker's probe blocks others; longer than any attempt. */
  probeHoldMs: number;
  /** Ends a round that has found nothing yet; the next claim goes on from its cursor. */
  isInterrupted?: () => boolean;
};

export type Claim = {
  deliveries: ClaimedDelivery[];
  /** True if a limit may have left behind what can be claimed. */
  isCut: boolean;
  cursor: string;
};

export const maxClaim = 512;
/** Sorts before every id. */
export const firstCursor = "00000000-0000-0000-0000-000000000000";
const maxVisits = 200;
/** Of an endpoint's first attempts, and of its retries. */
const mostLookedAt = 1_000;

/**
 * Claims what is due: all of it, if that is at most `limit`. Else endpoints have their turns regardless of their backlog, and
 * first attempts precede retries. Returns none only if nothing can be claimed now, or if interrupted.
 */
export async function claimDeliveries(ctx: Pick<Ctx, "db">, request: ClaimRequest): Promise<Claim> {
  let { cursor } = request;
  let isLastRound = cursor === firstCursor;
  let isCut = false;
  while (true) {
    const { deliveries, dueCount, walkedTo, isLimited } = await claimAfter(ctx, request, cursor);
    const isCrowded = dueCount > request.limit;
    const isAtCursor = walkedTo === null || (request.cursor !== firstCursor && walkedTo >= request.cursor);
    const isAllVisited = isLastRound && isAtCursor;
    cursor = isCrowded ? (walkedTo ?? firstCursor) : cursor;
    isCut ||= isLimited || (isCrowded && deliveries.length > 0);
    if (deliveries.length > 0 || !isCrowded || isAllVisited) {
      return { deliveries, isCut, cursor };
    }
    if (request.isInterrupted?.()) {
      return { deliveries, isCut: true, cursor };
    }
    isLastRound ||= walkedTo === null;
  }
}

type ScanRow = { due_count: number; walked_to: string | null; is_limited: boolean };

async function claimAfter(ctx: Pick<Ctx, "db">, request: ClaimRequest, cursor: string) {
  const { now, since, limit, room } = request;
  const claimId = newId();
  const maxTurns = Math.min(limit - Math.floor(limit / 4), maxVisits);
  const rows = await claimDue(ctx.db, {
    claimId,
    cursor,
    limit,
    maxTurns,
    now: now.toISOString(),
    since: since?.toISOString() ?? "-infinity",
    heldUntil: new Date(now.getTime() + request.probeHoldMs).toISOString(),
    leaseSeconds: request.leaseSeconds,
    perEndpoint: room.perEndpoint,
    endpoints: `{${[...room.ofEndpoint.keys()].join()}}`,
    rooms: `{${[...room.ofEndpoint.values()].join()}}`,
    fullWorkspaces: `{${room.fullWorkspaces.join()}}`,
    fullHosts: JSON.stringify(room.fullHosts),
  });
  const [first] = rows;
  return {
    deliveries: claimedDeliveries(rows, claimId),
    dueCount: first?.due_count ?? 0,
    walkedTo: first?.walked_to ?? null,
    isLimited: first?.is_limited ?? false,
  };
}

const value = (name: string, type: string): SQL => sql`${sql.placeholder(name)}::${sql.raw(type)}`;
const list = (name: string, type: string): SQL => sql`${value(name, "text")}::${sql.raw(type)}[]`;
const now = value("now", "timestamptz");
const since = value("since", "timestamptz");
const limit = value("limit", "int");
const maxTurns = value("maxTurns", "int");

/** First attempts before retries, then the oldest: the order of the index by endpoint. */
const place = sql`least(q.attempt, 1), q.due_at`;
// Listed, since PostgreSQL prepares each column of a limited selection for each execution, used or not.
const queued = sql`q.ctid as place, q.delivery_id, q.endpoint_id, q.kind, q.attempt, q.due_at, q.lease_until, q.is_ordered,
  q.subject, q.sequence`;
const roomOf = sql`coalesce(rooms.room, ${value("perEndpoint", "int")})`;

/**
 * The oldest due rows of an endpoint. Two columns are compared as one, and sorted by, so that only the index by endpoint has
 * the order: else a plan made while one endpoint has most rows reads them for all others. The number is a literal: of a
 * value, PostgreSQL expects a tenth of the table.
 */
const dueOf = (endpointId: SQL, attempted: SQL, from: SQL): SQL => sql`
  (select ${queued} from delivery_queue q
    where q.endpoint_id = ${endpointId} and (${place}) >= (${attempted}, ${from}) and (${place}) <= (${attempted}, ${now})
    order by ${place} limit ${sql.raw(String(mostLookedAt))})`;
const allDueOf = (endpointId: SQL, from = since): SQL =>
  sql`(${dueOf(endpointId, sql`0`, from)} union all ${dueOf(endpointId, sql`1`, from)})`;

/** Sorted, so that a plan made for an empty queue uses the index by order too. */
const isBlocked = sql`(q.is_ordered and q.sequence > (select other.sequence from delivery_queue other
  where other.is_ordered and other.endpoint_id = q.endpoint_id and other.subject = q.subject
  order by other.sequence limit 1))`;
const nextEndpoint = (after: SQL): SQL =>
  sql`select q.endpoint_id from delivery_queue q where q.endpoint_id > ${after} order by q.endpoint_id, ${place} limit 1`;
const nextSubject = (condition: SQL): SQL => sql`
  select q.subject, q.sequence from delivery_queue q
  where q.is_ordered and q.endpoint_id = c.endpoint_id and ${condition} order by q.subject, q.sequence limit 1`;

const columnsOf = (of: string, columns: readonly string[]): SQL =>
  sql.raw(columns.map((column) => `${of}.${column}`).join(", "));
const ofCandidate = sql`c.endpoint_id, c.position, c.is_probe, first.*,
  first.rank = c.scheduled_room and not c.is_probe as is_last`;
const ofEndpoint = ["url", "active", "secret_encrypted", "next_secret_encrypted", "rotation_ends_at"];
const ofQueue = [
  ...["workspace_id", "delivery_id", "endpoint_id", "event_id", "kind", "attempt", "replays", "catch_up_id"],
  ...["resume_at", "is_ordered", "due_at"],
];

const claimDue = fixedStatement<ClaimRow & ScanRow>(sql`
  with recursive
  -- One more than can be claimed shows that endpoints must take turns.
  due as materialized (
    select q.endpoint_id from delivery_queue q where q.due_at >= ${since} and q.due_at <= ${now} and ${isFree}
    order by q.due_at limit ${sql.raw(String(maxClaim + 1))}
  ),
  crowd as materialized (select count(*)::int as due_count, count(*) > ${limit} as is_crowded from due),
  -- From endpoint to endpoint along the index, whatever they have queued.
  walk as (
    select first.endpoint_id, 1 as visit
    from (${nextEndpoint(value("cursor", "uuid"))}) first where (select is_crowded from crowd)
    union all
    select following.endpoint_id, walk.visit + 1
    from walk cross join lateral (${nextEndpoint(sql`walk.endpoint_id`)}) following where walk.visit < ${maxTurns}
  ),
  -- The endpoints of the newest first attempts, which would otherwise wait for their turn.
  newest as (
    select q.endpoint_id
    from (select endpoint_id, attempt, lease_until from delivery_queue where due_at <= ${now} order by due_at desc limit 200) q
    where q.attempt = 0 and ${isFree} and (select is_crowded from crowd) limit ${limit} - ${maxTurns}
  ),
  rooms as materialized (
    select * from unnest(${list("endpoints", "uuid")}, ${list("rooms", "int")}) as given (endpoint_id, room)
  ),
  requested as materialized (
    -- Not by when they are due: a plan made for an empty queue would read all that is.
    select ${queued} from delivery_queue q cross join lateral (
      select active, is_held, target_host from webhook_endpoints w where w.id = q.endpoint_id limit 1) e
    where ${isRequested} and q.due_at + interval '0' <= ${now} and ${isFree} and q.workspace_id <> all (${list("fullWorkspaces", "uuid")})
      and q.endpoint_id not in (select endpoint_id from rooms where room < 1)
      and (${value("perEndpoint", "int")} > 0 or q.endpoint_id in (select endpoint_id from rooms))
      and (q.kind = 'test' or (e.active and not e.is_held)) and not ${value("fullHosts", "text")}::jsonb ? e.target_host
    order by q.due_at + interval '0' limit 100
  ),
  scanned as materialized (
    select endpoint_id, min(position) as position
    from (select endpoint_id, 0 as position from due where not (select is_crowded from crowd)
      union all select endpoint_id, visit from walk
        where exists (select from ${allDueOf(sql`walk.endpoint_id`)} q where ${isFree})
      union all select endpoint_id, 0 from newest
      union all select endpoint_id, 0 from requested) found
    group by endpoint_id
  ),
  -- An inactive endpoint's are claimed to be skipped. A failing one's wait for its probe, which only one worker may send.
  candidates as materialized (
    select s.endpoint_id, s.position, e.*, e.id is null as is_gone, e.active is not true as is_skip, given.room,
      coalesce(e.active and e.probe_at is not null, false) as is_probe,
      case when e.active is not true then 200 when e.is_held or given.room < 1 then 0 when e.probe_at is null then given.room
        when e.probe_at <= ${now} and not exists (
          select from ${allDueOf(sql`s.endpoint_id`, sql`'-infinity'`)} q where q.lease_until > now()) then 1
        else 0 end as scheduled_room
    from scanned s left join rooms on rooms.endpoint_id = s.endpoint_id
    -- With the limit, PostgreSQL looks each one up: else a prepared plan hashes all endpoints.
    left join lateral (
      select id, workspace_id, is_held, probe_at, target_host, events, ${columnsOf("w", ofEndpoint)}
      from webhook_endpoints w where w.id = s.endpoint_id limit 1) e on true
    cross join lateral (
      select case when e.workspace_id = any (${list("fullWorkspaces", "uuid")}) or ${value("fullHosts", "text")}::jsonb ? e.target_host
        then 0 else ${roomOf} end as room) given
  ),
  share as materialized (
    select case when (select is_crowded from crowd) then 1 + ${limit} * 5 / 4 / greatest(count(*), 1)::int else ${limit} end as size
    from candidates where scheduled_room > 0
  ),
  found as materialized (
    select ${ofCandidate}
    from candidates c cross join lateral (
      select q.place, q.delivery_id, q.attempt, row_number() over () as rank from ${allDueOf(sql`c.endpoint_id`)} q
      where ${isFree} and case when c.is_skip then q.kind <> 'test' or c.is_gone else not ${isRequested} and not ${isBlocked} end
      limit least(c.scheduled_room, (select size from share))) first
  ),
  -- The first of each object, where the rows above are blocked and more of its endpoint may be due.
  heads as (
    select ${ofCandidate}
    from candidates c cross join lateral (
      with recursive subjects (subject, sequence) as (
        (${nextSubject(sql`true`)})
        union all
        select following.* from subjects cross join lateral (${nextSubject(sql`q.subject > subjects.subject`)}) following
      )
      select q.ctid as place, q.delivery_id, q.attempt, row_number() over () as rank
      from subjects join delivery_queue q
        on q.is_ordered and q.endpoint_id = c.endpoint_id and q.subject = subjects.subject and q.sequence = subjects.sequence
      where q.due_at <= ${now} and ${isFree} limit c.scheduled_room) first
    where not c.is_skip and c.scheduled_room > 0 and c.endpoint_id not in (select endpoint_id from found)
      and exists (select from ${allDueOf(sql`c.endpoint_id`)} q offset ${sql.raw(String(mostLookedAt - 1))})
  ),
  picks as materialized (
    select place, delivery_id, endpoint_id, is_probe, is_asked, row_number() over () as turn
    from (
      select place, delivery_id, endpoint_id, is_probe, false as is_asked, attempt > 0 as is_retry, rank, position
      from (select * from found union all select * from heads) scheduled
      union all
      select r.place, r.delivery_id, endpoint_id, false, true, false, r.rank, 0
      from (select *, row_number() over (partition by endpoint_id order by due_at) as rank from requested) r
      join candidates c using (endpoint_id)
      where r.rank <= c.room
      order by is_asked desc, is_retry, rank, position, endpoint_id limit ${limit}) ordered
  ),
  probes as (
    select e.id from webhook_endpoints e
    where e.id in (select endpoint_id from picks where is_probe) and e.active and e.probe_at <= ${now}
    for update skip locked
  ),
  -- Moving it grants the probe, which only one of several workers can do.
  held as (
    update webhook_endpoints e set probe_at = ${value("heldUntil", "timestamptz")} from probes where e.id = probes.id returning e.id
  ),
  -- By their place in the table: joined by key, a plan made for an empty queue scans a long one.
  locked as materialized (
    select q.ctid as place from delivery_queue q
    where q.ctid = any (array(
        select place from picks where not is_probe or endpoint_id in (select id from held)))
      and ${isFree}
    for update skip locked
  ),
  claimed as (
    update delivery_queue q
    set claim_id = ${value("claimId", "uuid")}, lease_until = now() + make_interval(secs => ${value("leaseSeconds", "int")})
    where q.ctid = any (array(select place from locked))
    returning ${columnsOf("q", ofQueue)}, old.claim_id is not null as is_repeat
  )
  select crowd.due_count, exists (select from found where is_last) or exists (select from heads where is_last)
      or exists (select from candidates where room < 1 and is_held is not true) or exists (select from requested offset 99)
      or (select count(*) from requested) > (select count(*) from picks where is_asked) as is_limited,
    (select endpoint_id from walk where visit = ${maxTurns}) as walked_to,
    -- A claim that a crash of PostgreSQL undoes is made again: recording waits for the disk, and so for the claim before it.
    set_config('synchronous_commit', 'off', true) as commit_mode,
    done.*
  from crowd left join (
    select ${columnsOf("claimed", ofQueue)}, claimed.is_repeat, case when p.is_probe then c.probe_at end as probe_at,
      case when p.is_probe then ${value("heldUntil", "timestamptz")} end as held_until,
      c.target_host as host, ${columnsOf("c", ofEndpoint)}, p.turn, ev.type, ev.body, c.events && array[ev.type, '*'] as is_subscribed
    from claimed join picks p on p.delivery_id = claimed.delivery_id join candidates c on c.endpoint_id = claimed.endpoint_id
    left join events ev on ev.workspace_id = claimed.workspace_id and ev.id = claimed.event_id) done on true
  order by done.turn`);
