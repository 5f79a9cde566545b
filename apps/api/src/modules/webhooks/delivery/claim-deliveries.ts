import { fixedStatement } from "@zonepost/db";
import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { newId } from "../../../kernel/ids.ts";
import { type ClaimedDelivery, type ClaimRow, claimedDeliveries } from "./claimed-delivery.ts";
import { isFree, isRequested } from "./queued-delivery.ts";

/** How many more a worker has room for. */
export type Room = {
  total: number;
  /** Where the maps have no other number. */
  perEndpoint: number;
  perWorkspace: number;
  perHost: number;
  ofEndpoint: ReadonlyMap<string, number>;
  ofWorkspace: ReadonlyMap<string, number>;
  ofHost: ReadonlyMap<string, number>;
  /** These take no room of their workspace and host, nor in total. */
  ofQuickEndpoint: ReadonlyMap<string, number>;
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
    total: room.total,
    perEndpoint: room.perEndpoint,
    perWorkspace: room.perWorkspace,
    perHost: room.perHost,
    ofEndpoint: jsonOf(room.ofEndpoint),
    ofWorkspace: jsonOf(room.ofWorkspace),
    ofHost: jsonOf(room.ofHost),
    ofQuickEndpoint: jsonOf(room.ofQuickEndpoint),
  });
  const [first] = rows;
  return {
    deliveries: claimedDeliveries(rows, claimId),
    dueCount: first?.due_count ?? 0,
    walkedTo: first?.walked_to ?? null,
    isLimited: first?.is_limited ?? false,
  };
}

const jsonOf = (numbers: ReadonlyMap<string, number>): string => JSON.stringify(Object.fromEntries(numbers));

const value = (name: string, type: string): SQL => sql`${sql.placeholder(name)}::${sql.raw(type)}`;
const json = (name: string): SQL => sql`${value(name, "text")}::jsonb`;
const now = value("now", "timestamptz");
const since = value("since", "timestamptz");
const limit = value("limit", "int");
const maxTurns = value("maxTurns", "int");
const total = value("total", "int");

/** First attempts before retries, then the oldest: the order of the index by endpoint. */
const place = sql`least(q.attempt, 1), q.due_at`;
// Listed, since PostgreSQL prepares each column of a limited selection for each execution, used or not.
const queued = sql`q.ctid as place, q.delivery_id, q.endpoint_id, q.kind, q.attempt, q.due_at, q.lease_until, q.is_ordered,
  q.subject, q.sequence`;
const roomIn = (numbers: SQL, key: SQL): SQL => sql`(rooms.${numbers} ->> ${key})::int`;

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
/** The same for those that a person asked for; tests first. */
const requestedOf = (endpointId: SQL): SQL => sql`
  (select ${queued} from delivery_queue q
    where q.endpoint_id = ${endpointId} and ${isRequested} and q.due_at <= ${now}
    order by q.kind desc, q.due_at limit ${sql.raw(String(mostLookedAt))})`;

/** Sorted, so that a plan made for an empty queue uses the index by order too. */
const isBlocked = sql`(q.is_ordered and q.sequence > (select other.sequence from delivery_queue other
  where other.is_ordered and other.endpoint_id = q.endpoint_id and other.subject = q.subject
  order by other.sequence limit 1))`;
const nextEndpoint = (after: SQL): SQL =>
  sql`select q.endpoint_id from delivery_queue q where q.endpoint_id > ${after} order by q.endpoint_id, ${place} limit 1`;
const nextRequested = (after: SQL): SQL => sql`
  select q.endpoint_id from delivery_queue q
  where q.endpoint_id > ${after} and ${isRequested} order by q.endpoint_id, q.kind desc, q.due_at limit 1`;
/** From endpoint to endpoint along an index, whatever they have queued; only if there is a crowd. */
const walk = (name: SQL, next: (after: SQL) => SQL, after: SQL, visits: SQL): SQL => sql`
  ${name} as (
    select first.endpoint_id, 1 as visit from (${next(after)}) first where (select is_crowded from crowd)
    union all
    select following.endpoint_id, ${name}.visit + 1
    from ${name} cross join lateral (${next(sql`${name}.endpoint_id`)}) following where ${name}.visit < ${visits}
  )`;
const nextSubject = (condition: SQL): SQL => sql`
  select q.subject, q.sequence from delivery_queue q
  where q.is_ordered and q.endpoint_id = c.endpoint_id and ${condition} order by q.subject, q.sequence limit 1`;

const columnsOf = (of: string, columns: readonly string[]): SQL =>
  sql.raw(columns.map((column) => `${of}.${column}`).join(", "));
const mostOf = sql`greatest(c.room, c.scheduled_room)`;
const ofCandidate = sql`c.endpoint_id, c.position, c.workspace_id, c.target_host, c.workspace_room, c.host_room, first.place,
  first.delivery_id, first.rank, first.is_asked, first.attempt > 0 and not first.is_asked as is_retry,
  c.is_probe and not first.is_asked as is_probe, not c.is_quick and (first.is_asked or not c.is_skip) as takes_room,
  first.rank = ${mostOf} and (first.is_asked or not c.is_probe) as is_last`;
const turn = sql`is_retry, rank, position, endpoint_id`;
const share = sql`(select size from share)`;
/** Those that fit into the room that others with the same key share, in turn. */
const within = (rows: SQL, name: SQL, key: SQL, room: SQL): SQL => sql`
  (select * from (
    select rows.*, row_number() over (partition by takes_room, ${key} order by ${turn}) as ${name} from ${rows} rows) numbered
  where not takes_room or ${name} <= ${room})`;
const ofEndpoint = ["url", "active", "secret_encrypted", "next_secret_encrypted", "rotation_ends_at"];
const ofQueue = [
  ...["workspace_id", "delivery_id", "endpoint_id", "event_id", "kind", "attempt", "replays", "catch_up_id"],
  ...["resume_at", "is_ordered", "due_at"],
];

const inWorkspace = within(sql`offered`, sql`in_workspace`, sql`workspace_id`, sql`workspace_room`);
const inHost = within(inWorkspace, sql`in_host`, sql`target_host`, sql`host_room`);
const inTotal = within(inHost, sql`in_total`, sql`null::int`, total);

const claimDue = fixedStatement<ClaimRow & ScanRow>(sql`
  with recursive
  -- One more than can be claimed shows that endpoints must take turns.
  due as materialized (
    select q.endpoint_id from delivery_queue q where q.due_at >= ${since} and q.due_at <= ${now} and ${isFree}
    order by q.due_at limit ${sql.raw(String(maxClaim + 1))}
  ),
  crowd as materialized (select count(*)::int as due_count, count(*) > ${limit} as is_crowded from due),
  ${walk(sql`walk`, nextEndpoint, value("cursor", "uuid"), maxTurns)},
  -- Those that a person asked for don't wait for their turn.
  ${walk(sql`asked`, nextRequested, sql`'${sql.raw(firstCursor)}'::uuid`, sql.raw(String(maxVisits)))},
  -- The endpoints of the newest first attempts, which would otherwise wait for their turn.
  newest as (
    select q.endpoint_id
    from (select endpoint_id, attempt, lease_until from delivery_queue where due_at <= ${now} order by due_at desc limit 200) q
    where q.attempt = 0 and ${isFree} and (select is_crowded from crowd) limit ${limit} - ${maxTurns}
  ),
  scanned as materialized (
    select endpoint_id, min(position) as position
    from (select endpoint_id, 0 as position from due where not (select is_crowded from crowd)
      union all select endpoint_id, visit from walk
        where exists (select from ${allDueOf(sql`walk.endpoint_id`)} q where ${isFree})
      union all select endpoint_id, 0 from asked
        where exists (select from ${requestedOf(sql`asked.endpoint_id`)} q where ${isFree})
      union all select endpoint_id, 0 from newest) found
    group by endpoint_id
  ),
  rooms as materialized (
    select ${json("ofEndpoint")} as endpoints, ${json("ofWorkspace")} as workspaces, ${json("ofHost")} as hosts,
      ${json("ofQuickEndpoint")} as quick
  ),
  -- An inactive endpoint's are claimed to be skipped. A failing one's wait for its probe, which only one worker may send.
  candidates as materialized (
    select s.endpoint_id, s.position, e.*, e.id is null as is_gone, e.active is not true as is_skip,
      coalesce(e.active and e.probe_at is not null, false) as is_probe, given.*, own.room,
      case when e.active is not true then 200 when e.is_held or own.room < 1 then 0 when e.probe_at is null then own.room
        when e.probe_at <= ${now} and not exists (
          select from ${allDueOf(sql`s.endpoint_id`, sql`'-infinity'`)} q where q.lease_until > now()) then 1
        else 0 end as scheduled_room
    from rooms cross join scanned s
    -- With the limit, PostgreSQL looks each one up: else a prepared plan hashes all endpoints.
    left join lateral (
      select id, workspace_id, is_held, probe_at, target_host, events, ${columnsOf("w", ofEndpoint)}
      from webhook_endpoints w where w.id = s.endpoint_id limit 1) e on true
    cross join lateral (
      select rooms.quick ? s.endpoint_id::text as is_quick,
        coalesce(${roomIn(sql`workspaces`, sql`e.workspace_id::text`)}, ${value("perWorkspace", "int")}) as workspace_room,
        coalesce(${roomIn(sql`hosts`, sql`e.target_host`)}, ${value("perHost", "int")}) as host_room) given
    cross join lateral (
      select case when given.is_quick then ${roomIn(sql`quick`, sql`s.endpoint_id::text`)}
        else least(coalesce(${roomIn(sql`endpoints`, sql`s.endpoint_id::text`)}, ${value("perEndpoint", "int")}),
          given.workspace_room, given.host_room, ${total}) end as room) own
  ),
  share as materialized (
    select case when (select is_crowded from crowd) then 1 + ${limit} * 5 / 4 / greatest(count(*), 1)::int else ${limit} end as size
    from candidates where scheduled_room > 0
  ),
  found as materialized (
    select ${ofCandidate}
    from candidates c cross join lateral (
      -- In turn, so that neither holds up the other.
      select due.*, row_number() over (order by due.nth, not due.is_asked) as rank
      from ((select q.place, q.delivery_id, q.attempt, true as is_asked, row_number() over () as nth
          from ${requestedOf(sql`c.endpoint_id`)} q
          where ${isFree} and not c.is_gone and (q.kind = 'test' or (c.active and not c.is_held)) limit least(c.room, ${share}))
        union all
        (select q.place, q.delivery_id, q.attempt, false, row_number() over () from ${allDueOf(sql`c.endpoint_id`)} q
          where ${isFree} and case when c.is_skip then q.kind <> 'test' or c.is_gone else not ${isRequested} and not ${isBlocked} end
          limit least(c.scheduled_room, ${share}))) due
      order by due.nth, not due.is_asked limit least(${mostOf}, ${share})) first
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
      select q.ctid as place, q.delivery_id, q.attempt, false as is_asked, row_number() over () as rank
      from subjects join delivery_queue q
        on q.is_ordered and q.endpoint_id = c.endpoint_id and q.subject = subjects.subject and q.sequence = subjects.sequence
      where q.due_at <= ${now} and ${isFree} limit c.scheduled_room) first
    where not c.is_skip and c.scheduled_room > 0 and c.endpoint_id not in (select endpoint_id from found where not is_asked)
      and exists (select from ${allDueOf(sql`c.endpoint_id`)} q offset ${sql.raw(String(mostLookedAt - 1))})
  ),
  offered as materialized (select * from found union all select * from heads),
  picks as materialized (
    select place, delivery_id, endpoint_id, is_probe, row_number() over () as turn
    from (select * from ${inTotal} fitting order by ${turn} limit ${limit}) ordered
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
  select crowd.due_count, exists (select from offered where is_last)
      or exists (select from candidates where room < 1 and is_held is not true)
      or (select count(*) from offered) > (select count(*) from picks) as is_limited,
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
