import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { newId } from "../../../kernel/ids.ts";

/** A delivery that only this worker may try, until its lease ends. */
export type ClaimedDelivery = {
  workspaceId: string;
  deliveryId: string;
  claimId: string;
  endpointId: string;
  eventId: string;
  kind: "scheduled" | "replay" | "test";
  attemptsMade: number;
  /** How many attempts were or are replays, which don't count for the schedule. */
  replays: number;
  /** The catch-up that counts the outcome. */
  catchUpId: string | null;
  /** Of a replay: when the schedule goes on if it fails; null if no retry was scheduled. */
  resumeAt: Date | null;
  /** Holds back the later events of the same endpoint and subject. */
  isOrdered: boolean;
  /** True if an earlier claim ended without a result, so the attempt may have been made before. */
  isRepeat: boolean;
  dueAt: Date;
  /** Set on the single probe of a failing endpoint: the time from which it could be retried. */
  probeAt: Date | null;
  event: { type: string; body: string } | null;
  /** Null if the endpoint was deleted in between. */
  endpoint: {
    url: string;
    /** The URL's host without its port. */
    targetHost: string;
    events: string[];
    active: boolean;
    secretEncrypted: string;
    nextSecretEncrypted: string | null;
    /** Wall clock. */
    rotationEndsAt: Date | null;
  } | null;
};

/** Limits on this worker's deliveries, so that slow receivers only delay their own workspace. */
export type InFlightLimits = { perEndpoint: number; perWorkspace: number; perHost: number };

/** The number of this worker's deliveries, by id or host. */
type InFlightCounts = Record<"endpoint" | "workspace" | "host", ReadonlyMap<string, number>>;

export type ClaimRequest = {
  /** Business time. */
  now: Date;
  limit: number;
  /** How many of them may be for endpoints that aren't quick; by default, all. */
  left?: number;
  /** Start after this endpoint, so that all get their turn. */
  cursor: string;
  inFlight: InFlightCounts;
  /** How many more than `perEndpoint` may be claimed for quick endpoints. They don't count for workspace and host. */
  ahead?: ReadonlyMap<string, number>;
  inFlightLimits: InFlightLimits;
  leaseSeconds: number;
  /** The time for which a dead worker's probe blocks others; longer than any attempt. */
  probeHoldMs: number;
  /** Below this number of due deliveries, their endpoints are listed; from it on, they are walked along. */
  listBelow?: number;
  /** From the claim before: true if as many were due. */
  isCrowded?: boolean;
};

export type Claim = {
  deliveries: ClaimedDelivery[];
  cursor: string;
  /** True if a limit may have left due deliveries unclaimed. */
  isCut: boolean;
  isCrowded: boolean;
};

/** Sorts before every id. */
export const firstCursor = "00000000-0000-0000-0000-000000000000";
const lastCursor = "ffffffff-ffff-ffff-ffff-ffffffffffff";

const visitsPerWalk = 2_000;
const skipsPerEndpoint = 200;
/** How many due rows of an endpoint are looked at to find some that don't wait for another of their object. */
const rowsPerEndpoint = 1_000;
/** How many of the newest due rows are looked at for first attempts. */
const newestLooked = 1_000;

/**
 * Claims due deliveries fairly: endpoints take turns regardless of backlog, first attempts precede retries, and each
 * endpoint, workspace and target host has a limit. Returns none only if nothing can be claimed now.
 */
export async function claimDeliveries(ctx: Pick<Ctx, "db">, request: ClaimRequest): Promise<Claim> {
  const listBelow = request.listBelow ?? 250;
  if (!request.isCrowded) {
    const listing = await claimFrom(ctx, request, listed(request, listBelow));
    if (listing.deliveries.length > 0 || listing.scanned < listBelow) {
      return claimOf(request, listing, listing.scanned >= listBelow);
    }
  }
  let window: Window = { after: request.cursor, upTo: lastCursor };
  let isCut = false;
  while (true) {
    const walk = await claimFrom(ctx, request, walked(request, window));
    isCut ||= walk.isCut;
    if (walk.deliveries.length > 0) {
      // The endpoints up to the cursor weren't visited, so the next walk starts with them.
      const isFirstPart = window.upTo === lastCursor && request.cursor !== firstCursor;
      const place = isFirstPart ? { ...request, cursor: firstCursor } : request;
      return claimOf(place, walk, isFirstPart || isCut || walk.lastScanned !== null);
    }
    if (walk.lastScanned) {
      window = { after: walk.lastScanned, upTo: window.upTo };
    } else if (window.upTo === lastCursor && request.cursor !== firstCursor) {
      window = { after: firstCursor, upTo: request.cursor };
    } else {
      return { deliveries: [], cursor: request.cursor, isCut, isCrowded: false };
    }
  }
}

const claimOf = (request: ClaimRequest, scan: Scan, isCrowded: boolean): Claim => ({
  deliveries: scan.deliveries,
  cursor: scan.lastPicked ?? scan.lastScanned ?? request.cursor,
  isCut: scan.isCut || isCrowded || hasFullEndpoint(request, scan.deliveries),
  isCrowded,
});

function hasFullEndpoint(request: ClaimRequest, claimed: readonly ClaimedDelivery[]): boolean {
  const { inFlight, ahead, inFlightLimits } = request;
  return [...Map.groupBy(claimed, ({ endpointId }) => endpointId)].some(
    ([id, more]) =>
      (inFlight.endpoint.get(id) ?? 0) + more.length >= inFlightLimits.perEndpoint + (ahead?.get(id) ?? 0),
  );
}

type Window = { after: string; upTo: string };

type Scan = {
  deliveries: ClaimedDelivery[];
  /** The number of due deliveries listed, or of endpoints walked along. */
  scanned: number;
  /** Where the next walk starts; null after the last endpoint. */
  lastScanned: string | null;
  /** The endpoint of the last turn, if there were more turns than the limit. */
  lastPicked: string | null;
  isCut: boolean;
};

export const isFree = sql`(q.lease_until is null or q.lease_until <= now())`;
/** Not a parameter: of one, PostgreSQL expects a tenth of the table, plans for that, and plans each claim again (3 ms). */
export const literal = (count: number): SQL => sql.raw(String(Math.trunc(count)));

export const instantOf = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;

/**
 * The due rows of an endpoint, first attempts first, oldest first. Two columns are compared as one, and sorted by, so that
 * only the index by endpoint has the order: else a plan made while one endpoint has most rows reads them for all others.
 */
const dueRowsOf = (endpointId: SQL, now: SQL, limit: number): SQL => {
  const place = sql`least(q.attempt, 1), q.due_at`;
  const branch = (attempted: SQL) => sql`
    (select q.ctid, q.* from delivery_queue q
      where q.endpoint_id = ${endpointId}
        and (${place}) >= (${attempted}, '-infinity'::timestamptz) and (${place}) <= (${attempted}, ${now})
      order by ${place} limit ${literal(limit)})`;
  return sql`(${branch(sql`0`)} union all ${branch(sql`1`)})`;
};

/** The expressions `sample` and `scanned` of the endpoints with something due, while few are. */
const listed = (request: ClaimRequest, limit: number): SQL => sql`
  sample as materialized (
    select q.endpoint_id from delivery_queue q
    where q.due_at <= ${instantOf(request.now)} and ${isFree}
    order by q.due_at limit ${literal(limit)}
  ),
  scanned as materialized (
    select endpoint_id, row_number() over (order by endpoint_id <= ${request.cursor}::uuid, endpoint_id) as position,
      false as is_newest
    from (select distinct endpoint_id from sample where (select count(*) from sample) < ${literal(limit)}) due
  ),
  reach as (select count(*) as scanned_count, null::uuid as last_scanned from sample)`;

/**
 * The same while many are due: goes from endpoint to endpoint along the index until enough have something due. If it
 * stops early, it adds the endpoints of the newest first attempts, which would otherwise wait for their turn.
 */
const walked = (request: ClaimRequest, window: Window): SQL => {
  const now = instantOf(request.now);
  const next = (after: SQL) => sql`
    select q.endpoint_id from delivery_queue q
    where q.endpoint_id > ${after} and q.endpoint_id <= ${window.upTo}::uuid order by q.endpoint_id limit 1`;
  return sql`
  visited (endpoint_id, visit) as (
    select first.endpoint_id, 1 from (${next(sql`${window.after}::uuid`)}) first
    union all
    select following.endpoint_id, visited.visit + 1
    from visited cross join lateral (${next(sql`visited.endpoint_id`)}) following
    where visited.visit < ${literal(visitsPerWalk)}
  ),
  ready as materialized (
    select endpoint_id, visit from visited
    where exists (select from ${dueRowsOf(sql`visited.endpoint_id`, now, rowsPerEndpoint)} q where ${isFree})
    limit ${literal(request.limit)}
  ),
  newest as materialized (
    select q.endpoint_id
    from (select * from delivery_queue where due_at <= ${now} order by due_at desc limit ${literal(newestLooked)}) q
    where q.attempt = 0 and ${isFree}
      and ((select count(*) from ready) = ${literal(request.limit)}
        or exists (select from visited where visit = ${literal(visitsPerWalk)}))
    limit ${literal(Math.floor(request.limit / 4))}
  ),
  scanned as materialized (
    select endpoint_id, min(position) as position, bool_or(is_newest) as is_newest
    from (select endpoint_id, visit as position, false as is_newest from ready
      union all select endpoint_id, 0, true from newest) due
    group by endpoint_id
  ),
  reach as (
    select case when (select count(*) from ready) = ${literal(request.limit)}
        then (select endpoint_id from ready order by visit desc limit 1)
        else (select endpoint_id from visited where visit = ${literal(visitsPerWalk)}) end as last_scanned,
      0 as scanned_count
  )`;
};

export type ClaimRow = {
  workspace_id: string;
  delivery_id: string | null;
  endpoint_id: string;
  event_id: string;
  kind: ClaimedDelivery["kind"];
  attempt: number;
  replays: number;
  catch_up_id: string | null;
  resume_at: string | null;
  is_ordered: boolean;
  is_repeat: boolean;
  due_at: string;
  probe_at: string | null;
  type: string | null;
  body: string | null;
  url: string | null;
  host: string | null;
  events: string[] | null;
  active: boolean | null;
  secret_encrypted: string | null;
  next_secret_encrypted: string | null;
  rotation_ends_at: string | null;
};

type ScanRow = {
  scanned_count: number;
  last_scanned: string | null;
  last_picked: string | null;
  is_cut: boolean;
};

const jsonOf = (counts: ReadonlyMap<string, number>): SQL =>
  sql`${JSON.stringify(Object.fromEntries(counts))}::text::jsonb`;

/**
 * The URL's host without its port and final dot; of an IPv6 address without its last bracket. A regular expression took
 * 36 µs a row, half of a claim.
 */
export const hostOf = (url: SQL): SQL => {
  const authority = sql`split_part(translate(${url}, '?#', '//'), '/', 3)`;
  return sql`lower(rtrim(split_part(${authority}, case when ${authority} like '[%' then ']' else ':' end, 1), '.'))`;
};

/** With the limit, PostgreSQL looks each one up. Without it, a prepared plan hashed all 50,000 endpoints: 37 of 41 ms. */
export const endpointOf = (id: SQL): SQL =>
  sql`select * from webhook_endpoints where webhook_endpoints.id = ${id} limit 1`;

/**
 * Waiting for the disk was most of a claim's time (p99 14 to 27 ms of 15 to 30). A claim that a crash of PostgreSQL undoes is
 * made again: of deliveries in flight, since recording a result waits for the disk, and so for the claim before it.
 */
export const commitWithoutWaiting = sql`set_config('synchronous_commit', 'off', true) as commit_mode`;

async function claimFrom(ctx: Pick<Ctx, "db">, request: ClaimRequest, scanned: SQL): Promise<Scan> {
  const claimId = newId();
  const { limit } = request;
  const now = instantOf(request.now);
  const heldUntil = instantOf(new Date(request.now.getTime() + request.probeHoldMs));
  const { perEndpoint, perWorkspace, perHost } = request.inFlightLimits;
  const counts = sql`counts as materialized (
    select ${jsonOf(request.inFlight.endpoint)} as endpoint, ${jsonOf(request.inFlight.workspace)} as workspace,
      ${jsonOf(request.inFlight.host)} as host, ${jsonOf(request.ahead ?? new Map())} as ahead)`;
  // A scalar subquery is evaluated once; the text would be parsed for each row.
  const countOf = (kind: "endpoint" | "workspace" | "host" | "ahead", key: SQL) =>
    sql`coalesce(((select ${sql.raw(kind)} from counts) ->> ${key})::int, 0)`;
  const isFull = sql`ahead.count = 0 and (${countOf("workspace", sql`e.workspace_id::text`)} >= ${perWorkspace}::int
    or ${countOf("host", hostOf(sql`e.url`))} >= ${perHost}::int)`;
  const isBlocked = sql`(q.is_ordered and exists (select from delivery_queue other
    where other.is_ordered and other.endpoint_id = q.endpoint_id and other.subject = q.subject and other.sequence < q.sequence))`;
  // An event that a person asked for is sent although the endpoint is failing; a test also if it is inactive.
  const isRequested = sql`(q.kind <> 'scheduled' and not q.is_ordered)`;
  const columns = sql`q.ctid as place, q.workspace_id, q.delivery_id, q.attempt, q.due_at`;
  // Moving the endpoint's probe_at grants the probe, which only one of several workers can do.
  const rows = await ctx.db.execute<ClaimRow & ScanRow>(sql`
    with recursive ${counts},
    ${scanned},
    candidates as materialized (
      select s.endpoint_id, s.position, s.is_newest, e.active is not true as is_skip, ${hostOf(sql`e.url`)} as host,
        coalesce(e.active and e.probe_at is not null, false) as is_probe,
        ahead.count > 0 as is_quick,
        case when e.active is not true then ${literal(skipsPerEndpoint)}
          when ${isFull} then 0
          when e.probe_at is not null then 1
          else ${perEndpoint}::int + ahead.count - ${countOf("endpoint", sql`s.endpoint_id::text`)} end as allowance
      from scanned s
      cross join lateral (select ${countOf("ahead", sql`s.endpoint_id::text`)} as count) ahead
      left join lateral (${endpointOf(sql`s.endpoint_id`)}) e on true
      where e.is_held is not true and (e.active is not true or e.probe_at is null
        or (e.probe_at <= ${now} and not exists (
          select from ${dueRowsOf(sql`e.id`, now, rowsPerEndpoint)} q where q.lease_until > now())))
    ),
    -- Somewhat more than each endpoint gets if all have enough due.
    share as materialized (select 1 + ${literal(Math.ceil(limit * 1.25))} / greatest(count(*), 1)::int as size from candidates where allowance > 0),
    found as materialized (
      select c.endpoint_id, c.position, c.is_newest, c.is_skip, c.is_probe, c.is_quick, c.host, first.*
      from candidates c cross join lateral (
        select ${columns}, row_number() over () as rank
        from ${dueRowsOf(sql`c.endpoint_id`, now, rowsPerEndpoint)} q
        where ${isFree} and case when c.is_skip then q.kind <> 'test' or c.host is null
          else not ${isRequested} and not ${isBlocked} end
        limit greatest(least(c.allowance, (select size from share)), 0)) first
    ),
    -- The first of each object, where so many others wait for theirs that the rows above are all blocked.
    heads as (
      select c.endpoint_id, c.position, c.is_newest, c.is_skip, c.is_probe, c.is_quick, c.host, first.*,
        row_number() over (partition by c.endpoint_id order by first.attempt > 0, first.due_at) as rank
      from candidates c cross join lateral (
        with recursive subjects (subject, sequence) as (
          (select q.subject, q.sequence from delivery_queue q
            where q.is_ordered and q.endpoint_id = c.endpoint_id order by q.subject, q.sequence limit 1)
          union all
          select following.subject, following.sequence from subjects cross join lateral (
            select q.subject, q.sequence from delivery_queue q
            where q.is_ordered and q.endpoint_id = c.endpoint_id and q.subject > subjects.subject
            order by q.subject, q.sequence limit 1) following
        )
        select ${columns} from subjects join delivery_queue q
          on q.is_ordered and q.endpoint_id = c.endpoint_id and q.subject = subjects.subject and q.sequence = subjects.sequence
        where q.due_at <= ${now} and ${isFree}
        limit greatest(least(c.allowance, ${literal(limit)}), 0)) first
      where not c.is_skip and c.endpoint_id not in (select endpoint_id from found)
    ),
    requested as (
      select asked.*, row_number() over (partition by endpoint_id order by attempt > 0, due_at) as rank
      from (
        select q.endpoint_id, 0::bigint as position, false as is_newest, false as is_skip, false as is_probe, false as is_quick,
          ${hostOf(sql`e.url`)} as host, ${columns}
        from delivery_queue q cross join lateral (${endpointOf(sql`q.endpoint_id`)}) e
        where ${isRequested} and q.due_at <= ${now} and ${isFree} and (q.kind = 'test' or (e.active and not e.is_held))
          and ${countOf("endpoint", sql`e.id::text`)} < ${perEndpoint}::int
        order by q.due_at limit ${literal(limit)}) asked
    ),
    ranked as materialized (
      select due.*, row_number() over () as turn
      from (select * from (select * from found union all select * from heads union all select * from requested) each
        order by attempt > 0, rank, position limit ${literal(limit)}) due
    ),
    -- Only those that the limits apply to are counted: three sorts took a tenth of a claim of quick endpoints.
    picks as materialized (
      select place, endpoint_id, is_probe, delivery_id, host, turn from ranked where is_skip or is_quick
      union all
      select place, endpoint_id, is_probe, delivery_id, host, turn
      from (select ranked.*,
          count(*) over (order by turn) as slow_turn,
          count(*) over (partition by workspace_id order by turn) as workspace_turn,
          count(*) over (partition by host order by turn) as host_turn
        from ranked where not (is_skip or is_quick)) numbered
      where slow_turn <= ${request.left ?? limit}::int
        and workspace_turn <= ${perWorkspace}::int - ${countOf("workspace", sql`workspace_id::text`)}
        and host_turn <= ${perHost}::int - ${countOf("host", sql`host`)}
    ),
    probes as (
      select e.id from webhook_endpoints e
      where e.id in (select endpoint_id from picks where is_probe) and e.active and e.probe_at <= ${now}
      for update skip locked
    ),
    held as (
      update webhook_endpoints e set probe_at = ${heldUntil} from probes where e.id = probes.id returning e.id
    ),
    -- By their place in the table: joined by key, a plan made for an empty queue scans a long one.
    locked as materialized (
      select q.ctid as place, q.delivery_id, q.claim_id is not null as is_repeat from delivery_queue q
      where q.ctid = any (array(
          select place from picks where not is_probe or endpoint_id in (select id from held)))
        and ${isFree}
      for update skip locked
    ),
    claimed as (
      update delivery_queue q
      set claim_id = ${claimId}::uuid, lease_until = now() + make_interval(secs => ${request.leaseSeconds})
      where q.ctid = any (array(select place from locked))
      returning q.*
    )
    select claimed.workspace_id, claimed.delivery_id, claimed.endpoint_id, claimed.event_id, claimed.kind, claimed.attempt,
      claimed.replays, claimed.catch_up_id, claimed.resume_at, claimed.is_ordered, locked.is_repeat, claimed.due_at,
      case when picks.is_probe then e.probe_at end as probe_at, ev.type, ev.body, e.url, picks.host, e.events,
      e.active, e.secret_encrypted, e.next_secret_encrypted, e.rotation_ends_at, scan.*
    from (select scanned_count::int, last_scanned, ${commitWithoutWaiting},
        case when (select count(*) from ranked) = ${literal(limit)}
          then (select endpoint_id from ranked where not is_newest order by turn desc limit 1) end as last_picked,
        (select count(*) = ${literal(limit)} or count(*) > (select count(*) from picks)
          or coalesce(max(rank), 0) >= (select size from share) from ranked)
          or exists (select from candidates where allowance < 1) as is_cut
      from reach) scan
    left join (claimed join picks on picks.delivery_id = claimed.delivery_id join locked on locked.delivery_id = claimed.delivery_id
      left join lateral (${endpointOf(sql`claimed.endpoint_id`)}) e on true
      left join events ev on ev.workspace_id = claimed.workspace_id and ev.id = claimed.event_id) on true
    order by picks.turn`);
  const [scan] = rows;
  return {
    deliveries: rows.flatMap((row) =>
      row.delivery_id === null ? [] : [claimedDelivery(row, row.delivery_id, claimId)],
    ),
    scanned: scan?.scanned_count ?? 0,
    lastScanned: scan?.last_scanned ?? null,
    lastPicked: scan?.last_picked ?? null,
    isCut: scan?.is_cut ?? false,
  };
}

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

export function claimedDelivery(row: ClaimRow, deliveryId: string, claimId: string): ClaimedDelivery {
  const { url, host: targetHost, events, active, secret_encrypted: secretEncrypted } = row;
  return {
    workspaceId: row.workspace_id,
    deliveryId,
    claimId,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    kind: row.kind,
    attemptsMade: row.attempt,
    replays: row.replays,
    catchUpId: row.catch_up_id,
    resumeAt: dateOf(row.resume_at),
    isOrdered: row.is_ordered,
    isRepeat: row.is_repeat,
    dueAt: new Date(row.due_at),
    probeAt: dateOf(row.probe_at),
    event: row.type !== null && row.body !== null ? { type: row.type, body: row.body } : null,
    endpoint:
      url !== null && targetHost !== null && events !== null && active !== null && secretEncrypted !== null
        ? {
            url,
            targetHost,
            events,
            active,
            secretEncrypted,
            nextSecretEncrypted: row.next_secret_encrypted,
            rotationEndsAt: dateOf(row.rotation_ends_at),
          }
        : null,
  };
}
