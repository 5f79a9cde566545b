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
  attemptsMade: number;
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
  } | null;
};

/** Limits on this worker's deliveries in flight, so that slow receivers only delay their own workspace. */
export type InFlightLimits = { perEndpoint: number; perWorkspace: number; perHost: number };

/** The number of this worker's deliveries in flight, by id or host. */
type InFlightCounts = Record<"endpoint" | "workspace" | "host", ReadonlyMap<string, number>>;

export type ClaimRequest = {
  /** Business time. */
  now: Date;
  limit: number;
  /** Start after this endpoint, so that all get their turn. */
  cursor: string;
  inFlight: InFlightCounts;
  inFlightLimits: InFlightLimits;
  leaseSeconds: number;
  /** The time for which a dead worker's probe blocks others; longer than any attempt. */
  probeHoldMs: number;
  /** Below this number of due deliveries, their endpoints are listed; from it on, they are scanned. */
  listBelow?: number;
};

export type Claim = { deliveries: ClaimedDelivery[]; cursor: string };

/** Sorts before every id. */
export const firstCursor = "00000000-0000-0000-0000-000000000000";
const lastCursor = "ffffffff-ffff-ffff-ffff-ffffffffffff";

const endpointsPerScan = 2_000;
const skipsPerEndpoint = 200;

/**
 * Claims due deliveries fairly: endpoints take turns regardless of backlog, first attempts precede retries, and each
 * endpoint, workspace and target host has a limit. Returns none only if nothing can be claimed now.
 */
export async function claimDeliveries(ctx: Ctx, request: ClaimRequest): Promise<Claim> {
  const due = await sampleDueEndpoints(ctx, request.now, request.listBelow ?? 5_000);
  if (due.endpointIds.length === 0) {
    return { deliveries: [], cursor: request.cursor };
  }
  if (!due.isComplete) {
    return claimByScan(ctx, request);
  }
  // Few are due, so all are known: those after the cursor first, then the rest.
  const after = due.endpointIds.filter((id) => id > request.cursor).sort();
  const before = due.endpointIds.filter((id) => id <= request.cursor).sort();
  const scan = await claimFrom(ctx, request, listed([...after, ...before]), request.limit);
  return { deliveries: scan.deliveries, cursor: scan.lastPicked ?? request.cursor };
}

/** Claims while too much is due to list: scans the endpoints, window by window. */
async function claimByScan(ctx: Ctx, request: ClaimRequest): Promise<Claim> {
  const deliveries: ClaimedDelivery[] = [];
  let window: Window = { after: request.cursor, upTo: lastCursor };
  while (true) {
    const scan = await claimFrom(ctx, request, walked(window), request.limit - deliveries.length);
    deliveries.push(...scan.deliveries);
    if (deliveries.length > 0 && scan.lastPicked) {
      return { deliveries, cursor: scan.lastPicked };
    }
    if (scan.resumeAfter) {
      window = { after: scan.resumeAfter, upTo: window.upTo };
    } else if (window.upTo === lastCursor && request.cursor !== firstCursor) {
      window = { after: firstCursor, upTo: request.cursor };
    } else {
      return { deliveries, cursor: request.cursor };
    }
  }
}

/** Lists the endpoints with due deliveries if there are few. */
async function sampleDueEndpoints(
  ctx: Ctx,
  now: Date,
  listBelow: number,
): Promise<{ endpointIds: string[]; isComplete: boolean }> {
  const rows = await ctx.db.execute<{ endpoint_id: string; due: number }>(sql`
    select endpoint_id, count(*)::int as due
    from (select endpoint_id from delivery_queue
      where due_at <= ${now.toISOString()}::timestamptz and (lease_until is null or lease_until <= now())
      limit ${listBelow}) sample
    group by endpoint_id`);
  const total = rows.reduce((sum, row) => sum + row.due, 0);
  return { endpointIds: rows.map((row) => row.endpoint_id), isComplete: total < listBelow };
}

/** The common table expression `scanned (endpoint_id, position)` of known endpoints. */
const listed = (endpointIds: readonly string[]): SQL => sql`
  with scanned as materialized (
    select value::uuid as endpoint_id, ordinality as position
    from json_array_elements_text(${JSON.stringify(endpointIds)}::json) with ordinality
  )`;

/** Skips from endpoint to endpoint along the index, reading one entry of each. */
const walked = (window: Window): SQL => sql`
  with recursive queued (endpoint_id) as (
    (select q.endpoint_id from delivery_queue q
      where q.endpoint_id > ${window.after}::uuid and q.endpoint_id <= ${window.upTo}::uuid
      order by q.endpoint_id limit 1)
    union all
    select following.endpoint_id from queued cross join lateral (
      select q.endpoint_id from delivery_queue q
      where q.endpoint_id > queued.endpoint_id and q.endpoint_id <= ${window.upTo}::uuid
      order by q.endpoint_id limit 1) following
  ),
  scanned as materialized (
    select endpoint_id, row_number() over () as position
    from (select endpoint_id from queued limit ${endpointsPerScan}) first
  )`;

type Row = {
  workspace_id: string;
  delivery_id: string;
  endpoint_id: string;
  event_id: string;
  attempt: number;
  probe_at: string | null;
  type: string | null;
  body: string | null;
  url: string | null;
  host: string | null;
  events: string[] | null;
  active: boolean | null;
  secret_encrypted: string | null;
  last_scanned: string | null;
  last_picked: string | null;
};

type Window = { after: string; upTo: string };
type Scan = {
  deliveries: ClaimedDelivery[];
  /** Start of the next window; null after the last one. */
  resumeAfter: string | null;
  lastPicked: string | null;
};

/** The URL's host without its port and final dot. */
const hostOf = (url: SQL): SQL =>
  sql`lower(regexp_replace(split_part(translate(${url}, '?', '/'), '/', 3), '\\.?(:\\d*)?$', ''))`;

const fullKeys = (counts: ReadonlyMap<string, number>, limit: number): string[] =>
  [...counts].filter(([, count]) => count >= limit).map(([key]) => key);

/** Without values the expression isn't evaluated at all. */
const isOneOf = (value: SQL, values: readonly string[]): SQL =>
  values.length === 0
    ? sql`false`
    : sql`${value} in (select json_array_elements_text(${JSON.stringify(values)}::json))`;

async function claimFrom(ctx: Ctx, request: ClaimRequest, scanned: SQL, limit: number): Promise<Scan> {
  const claimId = newId();
  const now = sql`${request.now.toISOString()}::timestamptz`;
  const heldUntil = sql`${new Date(request.now.getTime() + request.probeHoldMs).toISOString()}::timestamptz`;
  const isFree = sql`(q.lease_until is null or q.lease_until <= now())`;
  const { perEndpoint, perWorkspace, perHost } = request.inFlightLimits;
  const inFlight = (kind: keyof InFlightCounts) =>
    sql`json_each_text(${JSON.stringify(Object.fromEntries(request.inFlight[kind]))}::json)`;
  const isFull = sql`(${isOneOf(sql`e.workspace_id::text`, fullKeys(request.inFlight.workspace, perWorkspace))}
    or ${isOneOf(hostOf(sql`e.url`), fullKeys(request.inFlight.host, perHost))})`;
  // Moving the endpoint's probe_at grants the probe, which only one of several workers can do.
  const rows = await ctx.db.execute<Row>(sql`
    ${scanned},
    leased as materialized (select distinct q.endpoint_id from delivery_queue q where q.lease_until > now()),
    candidates as (
      select s.endpoint_id, s.position, e.active is not true as is_skip,
        coalesce(e.active and e.probe_at is not null, false) as is_probe,
        case when e.active is not true then ${skipsPerEndpoint}::int
          when e.probe_at is not null then 1
          else ${perEndpoint}::int - coalesce(f.value::int, 0) end as allowance
      from scanned s
      left join webhook_endpoints e on e.id = s.endpoint_id
      left join ${inFlight("endpoint")} f on f.key = s.endpoint_id::text
      where e.active is not true or (not ${isFull} and (e.probe_at is null
        or (e.probe_at <= ${now} and not exists (select from leased where leased.endpoint_id = e.id))))
    ),
    ranked as materialized (
      select c.endpoint_id, c.is_skip, c.is_probe, due.workspace_id, due.delivery_id,
        row_number() over (order by due.attempt > 0, due.rank, c.position) as turn
      from candidates c cross join lateral (
        select first.workspace_id, first.delivery_id, first.attempt, row_number() over (order by first.attempt, first.due_at) as rank
        from (select q.workspace_id, q.delivery_id, q.attempt, q.due_at from delivery_queue q
          where q.endpoint_id = c.endpoint_id and q.due_at <= ${now} and ${isFree}
          order by q.attempt, q.due_at limit greatest(c.allowance, 0)) first) due
      order by turn limit ${limit}
    ),
    picks as materialized (
      select numbered.endpoint_id, is_probe, workspace_id, delivery_id, turn
      from (select ranked.*, ${hostOf(sql`e.url`)} as host,
          row_number() over (partition by is_skip, ranked.workspace_id order by turn) as workspace_turn,
          row_number() over (partition by is_skip, ${hostOf(sql`e.url`)} order by turn) as host_turn
        from ranked left join webhook_endpoints e on e.id = ranked.endpoint_id) numbered
      left join ${inFlight("workspace")} w on w.key = numbered.workspace_id::text
      left join ${inFlight("host")} h on h.key = numbered.host
      where is_skip or (workspace_turn <= ${perWorkspace}::int - coalesce(w.value::int, 0)
        and host_turn <= ${perHost}::int - coalesce(h.value::int, 0))
    ),
    probes as (
      select e.id from webhook_endpoints e
      where e.id in (select endpoint_id from picks where is_probe) and e.active and e.probe_at <= ${now}
      for update skip locked
    ),
    held as (
      update webhook_endpoints e set probe_at = ${heldUntil} from probes where e.id = probes.id returning e.id
    ),
    locked as (
      select q.workspace_id, q.delivery_id from delivery_queue q
      where (q.workspace_id, q.delivery_id) in (
          select workspace_id, delivery_id from picks where not is_probe or endpoint_id in (select id from held))
        and ${isFree}
      for update skip locked
    ),
    claimed as (
      update delivery_queue q
      set claim_id = ${claimId}::uuid, lease_until = now() + make_interval(secs => ${request.leaseSeconds})
      from locked where q.workspace_id = locked.workspace_id and q.delivery_id = locked.delivery_id
      returning q.workspace_id, q.delivery_id, q.endpoint_id, q.event_id, q.attempt
    )
    select claimed.*, case when picks.is_probe then e.probe_at end as probe_at, ev.type, ev.body,
      e.url, ${hostOf(sql`e.url`)} as host, e.events, e.active, e.secret_encrypted,
      case when scan.count = ${endpointsPerScan} then scan.last end as last_scanned,
      case when scan.picked = ${limit} then scan.last_picked end as last_picked
    from (select
        (select count(*) from scanned) as count,
        (select endpoint_id from scanned order by position desc limit 1) as last,
        (select count(*) from ranked) as picked,
        (select endpoint_id from ranked order by turn desc limit 1) as last_picked) scan
    left join (claimed join picks on picks.delivery_id = claimed.delivery_id
      left join webhook_endpoints e on e.id = claimed.endpoint_id
      left join events ev on ev.workspace_id = claimed.workspace_id and ev.id = claimed.event_id) on true
    order by picks.turn`);
  const deliveries = rows
    .filter((row) => row.delivery_id !== null)
    .map((row) => claimedDelivery(row, claimId));
  return {
    deliveries,
    resumeAfter: rows[0]?.last_scanned ?? null,
    lastPicked: rows[0]?.last_picked ?? null,
  };
}

function claimedDelivery(row: Row, claimId: string): ClaimedDelivery {
  const { url, host: targetHost, events, active, secret_encrypted: secretEncrypted } = row;
  return {
    workspaceId: row.workspace_id,
    deliveryId: row.delivery_id,
    claimId,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    attemptsMade: row.attempt,
    probeAt: row.probe_at === null ? null : new Date(row.probe_at),
    event: row.type !== null && row.body !== null ? { type: row.type, body: row.body } : null,
    endpoint:
      url !== null && targetHost !== null && events !== null && active !== null && secretEncrypted !== null
        ? { url, targetHost, events, active, secretEncrypted }
        : null,
  };
}
