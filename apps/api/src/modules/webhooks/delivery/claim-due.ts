import { fixedStatement } from "@zonepost/db";
import { type SQL, sql } from "drizzle-orm";
import type { ClaimRow } from "./claimed-delivery.ts";
import { dueUpTo, inTurn, listed, turnsOf, walked } from "./scanned.ts";
import {
  claimedColumns,
  commitWithoutWaiting,
  dueLeasesOf,
  dueRowsOf,
  endpointColumns,
  endpointColumnsOfEither,
  endpointOf,
  hasRequested,
  isBlocked,
  isFree,
  isRequested,
  isSubscribed,
  leaseEnd,
  literal,
  now,
  value,
} from "./statement.ts";

const skipsPerEndpoint = 200;

type ScanRow = {
  turn: number;
  /** The number of due deliveries, up to `listBelow`; null if a walk found too many for one claim. */
  due_count: number | null;
  /** Where the next walk starts; null after the last endpoint. */
  last_scanned: string | null;
  /** The endpoint of the last turn, if there were more turns than the limit. */
  last_picked: string | null;
  is_cut: boolean;
  /** True if deliveries are due that only the full form claims; then, the simple one claimed nothing. */
  needs_full: boolean;
};

/**
 * The simple form claims nothing if a limit per workspace or host would be exceeded, if deliveries were requested, or if some
 * may be found behind blocked ones. Preparing the parts for that, each time, took a seventh of a claim of 100 of one endpoint.
 */
export type ClaimForm = "simple" | "full";

const perEndpoint = value("perEndpoint", "int");
const counts = sql`counts as materialized (
  select ${value("inEndpoints", "text")}::jsonb as endpoint, ${value("inWorkspaces", "text")}::jsonb as workspace,
    ${value("inHosts", "text")}::jsonb as host, ${value("ahead", "text")}::jsonb as ahead)`;
const numberIn = (json: SQL, key: SQL) =>
  sql`case when ${json} is null then 0 else coalesce((${json} ->> ${key})::int, 0) end`;
const countOf = (kind: "endpoint" | "workspace" | "host" | "ahead", key: SQL) =>
  numberIn(sql`counts.${sql.raw(kind)}`, key);
/** Whether more of `due` fit than a workspace or host may still have in flight. Counted only if `limit` could be too many. */
const exceeds = (key: SQL, kind: "workspace" | "host", { limit, due, fits }: Due) => {
  const [room, allowed] = kind === "workspace" ? ["workspaceRoom", "perWorkspace"] : ["hostRoom", "perHost"];
  return sql`(${literal(limit)} > ${value(room, "int")} and exists (
        select from ${due} due where not (is_skip or is_quick) and ${fits} group by ${key}
        having count(*) > ${value(allowed, "int")} - ${numberIn(sql`(select ${sql.raw(kind)} from counts)`, sql`${key}::text`)}))`;
};
const isFull = sql`ahead.count = 0 and (${countOf("workspace", sql`e.workspace_id::text`)} >= ${value("perWorkspace", "int")}
  or ${countOf("host", sql`e.target_host`)} >= ${value("perHost", "int")})`;

type Parts = {
  form: ClaimForm;
  scanned: SQL;
  /** Expressions of which `picks` has the deliveries of `candidates` to be claimed. */
  picks: SQL;
  /** Columns of the scan's row. */
  scan: Record<Exclude<keyof ScanRow, "turn">, SQL>;
  /** The columns from `turn` on to an endpoint's, of what `claimed` is joined with. */
  results: { turn: SQL; isProbe: SQL; host: SQL; events: SQL; endpoint: SQL; joined: SQL };
};

function claimOf({ form, scanned, picks, scan, results }: Parts) {
  // Moving the endpoint's probe_at grants the probe, which only one of several workers can do.
  return fixedStatement<ClaimRow & ScanRow>(sql`
    with recursive ${counts},
    ${scanned},
    candidates as materialized (
      select s.*, e.active is not true as is_skip, coalesce(e.active and e.probe_at is not null, false) as is_probe,
        ahead.count > 0 as is_quick,
        case when e.active is not true then ${literal(skipsPerEndpoint)}
          ${form === "full" ? sql`when ${isFull} then 0` : sql``}
          when e.probe_at is not null then 1
          else ${perEndpoint} + ahead.count - ${countOf("endpoint", sql`s.endpoint_id::text`)} end as allowance,
        ${form === "full" ? sql`e.active and ${isFull} as is_full,` : sql``}
        e.target_host as host, e.probe_at, e.events, ${endpointColumns("e")}
      from counts cross join scanned s
      cross join lateral (select ${countOf("ahead", sql`s.endpoint_id::text`)} as count) ahead
      left join lateral (
        ${endpointOf(sql`s.endpoint_id`)}) e on true
      where e.is_held is not true and (e.active is not true or e.probe_at is null
        or (e.probe_at <= ${now} and not exists (
          select from ${dueLeasesOf(sql`e.id`)} q where q.lease_until > now())))
    ),
    ${picks},
    probes as (
      select e.id from webhook_endpoints e
      where e.id in (select endpoint_id from picks where is_probe) and e.active and e.probe_at <= ${now}
      for update skip locked
    ),
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
      update delivery_queue q set claim_id = ${value("claimId", "uuid")}, lease_until = ${leaseEnd}
      where q.ctid = any (array(select place from locked))
      returning ${claimedColumns("q")}, old.claim_id is not null as is_repeat
    )
    select 0 as turn, null::uuid as workspace_id, null::uuid as delivery_id, null::uuid as endpoint_id,
      null::uuid as event_id, null as kind, null::int as attempt, null::int as replays, null::uuid as catch_up_id, null::timestamptz as resume_at,
      null::boolean as is_ordered, null::timestamptz as due_at, null::boolean as is_repeat, null::timestamptz as probe_at,
      null as type, null as body, null::boolean as is_subscribed, null as host, null as url, null::boolean as active,
      null as secret_encrypted, null as next_secret_encrypted, null::timestamptz as rotation_ends_at,
      ${scan.last_scanned} as last_scanned, ${scan.due_count} as due_count, ${scan.last_picked} as last_picked,
      ${scan.is_cut} as is_cut, ${scan.needs_full} as needs_full, ${commitWithoutWaiting}
    from reach
    union all
    select ${results.turn}, ${claimedColumns("claimed")}, claimed.is_repeat,
      case when ${results.isProbe} then candidates.probe_at end, ev.type, ev.body, ${isSubscribed(results.events)}, ${results.host},
      ${results.endpoint}, null, null, null, null, null, null
    from claimed ${results.joined}
    left join events ev on ev.workspace_id = claimed.workspace_id and ev.id = claimed.event_id`);
}

type Due = {
  limit: number;
  /** The deliveries to choose from, at most `limit`. */
  due: SQL;
  columns: SQL;
  order: SQL;
  /** Besides the limits per workspace and host. */
  fits: SQL;
  /** Whether the full form is needed for another reason than the limits. */
  isSpecial?: SQL;
};

/** All of `due` that fit, or none if it needs the full form. */
const allOf = (chosen: Due): SQL => {
  const { due, columns, fits, isSpecial = sql`false` } = chosen;
  return sql`
  special as materialized (
    select ${isSpecial} or ${exceeds(sql`workspace_id`, "workspace", chosen)} or ${exceeds(sql`due.host`, "host", chosen)} as is_due
  ),
  picks as materialized (
    select ${columns} from ${due} due where not (select is_due from special) and (is_skip or is_quick or ${fits}))`;
};

/** Those of `due` that the limits allow. The sorts took a tenth of a claim. */
const withinLimits = ({ due, columns, order, fits }: Due): SQL => sql`
  picks as materialized (
    select ${columns} from ${due} due where is_skip or is_quick
    union all
    select ${columns}
    from counts cross join (select due.*,
        row_number() over (partition by workspace_id order by ${order}) as workspace_turn,
        row_number() over (partition by host order by ${order}) as host_turn
      from ${due} due where not (is_skip or is_quick)) due
    where ${fits}
      and workspace_turn <= ${value("perWorkspace", "int")} - ${countOf("workspace", sql`workspace_id::text`)}
      and host_turn <= ${value("perHost", "int")} - ${countOf("host", sql`due.host`)}
  )`;

/** Whether a limit per workspace or host left some of `due`. */
const isLimited = ({ due, fits }: Due): SQL => sql`(exists (select from candidates where is_full)
  or (select count(*) from ${due} due where is_skip or is_quick or ${fits}) > (select count(*) from picks))`;

const foundColumns = sql`c.endpoint_id, c.position, c.is_newest, c.is_skip, c.is_probe, c.is_quick, c.host, first.*`;
const rowColumns = sql`q.ctid as place, q.workspace_id, q.delivery_id, q.attempt, q.due_at`;
/** A candidate may have a due delivery that isn't `found`, since those that were looked at are blocked. */
const isNotFound = sql`((select size from share) > 1 or (select count(*) from found) < (select count(*) from candidates))
        and not c.is_skip and c.endpoint_id not in (select endpoint_id from found)`;

const headsAndRequested = (limit: number): SQL => sql`
    -- The first of each object, where so many others wait for theirs that the rows above are all blocked.
    heads as (
      select ${foundColumns}, row_number() over (partition by c.endpoint_id order by first.attempt > 0, first.due_at) as rank
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
        select ${rowColumns} from subjects join delivery_queue q
          on q.is_ordered and q.endpoint_id = c.endpoint_id and q.subject = subjects.subject and q.sequence = subjects.sequence
        where q.due_at <= ${now} and ${isFree}
        limit greatest(least(c.allowance, ${literal(limit)}), 0)) first
      where ${isNotFound}
    ),
    requested as (
      select asked.*, row_number() over (partition by endpoint_id order by attempt > 0, due_at) as rank
      from (
        select q.endpoint_id, 0::bigint as position, false as is_newest, false as is_skip, false as is_probe, false as is_quick,
          e.target_host as host, ${rowColumns}
        from counts cross join delivery_queue q cross join lateral (${endpointOf(sql`q.endpoint_id`)}) e
        where ${isRequested} and q.due_at <= ${now} and ${isFree} and (q.kind = 'test' or (e.active and not e.is_held))
          and ${countOf("endpoint", sql`e.id::text`)} < ${perEndpoint}
          -- Else a workspace that asked for thousands would fill the limit, and none of another one would be found.
          and ${countOf("workspace", sql`q.workspace_id::text`)} < ${value("perWorkspace", "int")}
          and ${countOf("host", sql`e.target_host`)} < ${value("perHost", "int")}
        order by q.due_at limit ${literal(limit)}) asked
    ),`;

const ofRanked = (limit: number): Due => ({
  limit,
  due: sql`ranked`,
  columns: sql`place, endpoint_id, is_probe, delivery_id, due.host, turn`,
  order: sql`turn`,
  fits: sql`slow_turn <= ${value("left", "int")}`,
  isSpecial: sql`(${hasRequested} or exists (select from candidates c where c.allowance > 0 and ${isNotFound}))`,
});

/** Several of each endpoint, if few have something due. */
function several(form: ClaimForm, limit: number): SQL {
  const isSimple = form === "simple";
  return sql`
    -- Somewhat more than each endpoint gets if all have enough due, but one of each where that is enough.
    share as materialized (
      select case when count(*) >= ${literal(turnsOf(limit))} then 1
        else 1 + ${literal(Math.ceil(limit * 1.25))} / greatest(count(*), 1)::int end as size
      from candidates where allowance > 0
    ),
    found as materialized (
      select ${foundColumns}
      from candidates c cross join lateral (
        select ${rowColumns}, row_number() over () as rank
        from ${dueRowsOf(sql`c.endpoint_id`, sql`c.due_at`)} q
        where ${isFree} and case when c.is_skip then q.kind <> 'test' or c.host is null
          else not ${isRequested} and not ${isBlocked} end
        limit greatest(least(c.allowance, (select size from share)), 0)) first
    ),
    ${isSimple ? sql`` : headsAndRequested(limit)}
    ranked as materialized (
      select due.*, row_number() over () as turn,
        count(*) filter (where not (is_skip or is_quick)) over (rows unbounded preceding) as slow_turn
      from (select * from ${isSimple ? sql`found` : sql`(select * from found union all select * from heads union all select * from requested) each`}
        order by attempt > 0, rank, position limit ${literal(limit)}) due
    ),
    ${isSimple ? allOf(ofRanked(limit)) : withinLimits(ofRanked(limit))}`;
}

const claimSeveral = (form: ClaimForm, scanned: SQL, dueCount: SQL, limit: number) =>
  claimOf({
    form,
    scanned,
    picks: several(form, limit),
    scan: {
      last_scanned: sql`last_scanned`,
      due_count: dueCount,
      last_picked: sql`case when (select count(*) from ranked) = ${literal(limit)}
        then (select endpoint_id from ranked where not is_newest order by turn desc limit 1) end`,
      is_cut: sql`(select count(*) = ${literal(limit)} or count(*) > (select count(*) from picks)
          or coalesce(max(rank), 0) >= (select size from share) from ranked)
        or exists (select from candidates where allowance < 1)`,
      needs_full:
        form === "simple"
          ? isSpecialDue
          : sql`(${hasRequested} or exists (select from heads) or ${isLimited(ofRanked(limit))})`,
    },
    results: {
      turn: sql`picks.turn::int`,
      isProbe: sql`picks.is_probe`,
      host: sql`picks.host`,
      ...(form === "simple" ? ofCandidates : ofCandidatesOrAsked),
    },
  });

const isSpecialDue = sql`(select is_due from special)`;

const withPicks = sql`join picks on picks.delivery_id = claimed.delivery_id
        left join candidates on candidates.endpoint_id = claimed.endpoint_id`;
const ofCandidates = {
  events: sql`candidates.events`,
  endpoint: endpointColumns("candidates"),
  joined: withPicks,
};
/** The endpoints of requested deliveries need not be candidates, and are only then looked up. */
const ofCandidatesOrAsked = {
  events: sql`coalesce(candidates.events, asked.events)`,
  endpoint: endpointColumnsOfEither("candidates", "asked"),
  joined: sql`${withPicks}
        left join lateral (
          select * from (${endpointOf(sql`claimed.endpoint_id`)}) endpoint where candidates.endpoint_id is null) asked on true`,
};

export type ClaimStatement = ReturnType<typeof claimOf>;

/** Each form and limit is a statement of its own, which is built once. */
function builtOnce(build: (form: ClaimForm, limit: number, listBelow: number) => ClaimStatement) {
  const built = new Map<string, ClaimStatement>();
  return (form: ClaimForm, limit: number, listBelow: number): ClaimStatement => {
    const key = `${form} ${limit} ${listBelow}`;
    const statement = built.get(key) ?? build(form, limit, listBelow);
    built.set(key, statement);
    return statement;
  };
}

/** Claims of the endpoints that it lists, if less than `listBelow` is due. */
export const claimListed = builtOnce((form, limit, listBelow) =>
  claimSeveral(form, listed(listBelow), sql`(select count(*)::int from sample)`, limit),
);

/** Claims of the endpoints between `after` and `upTo`. */
export const claimWalked = builtOnce((form, limit, listBelow) => {
  const isAll = sql`last_scanned is null and (select count(*) from ranked) < ${literal(limit)}`;
  const isLater = sql`q.due_at >= coalesce(${value("dueFrom", "timestamptz")}, '-infinity')`;
  const dueCount = sql`case when ${isAll} then (select count(*)::int from (${dueUpTo(listBelow, isLater)}) due) end`;
  return claimSeveral(form, walked(limit), dueCount, limit);
});

const ofCandidatesInTurn = (limit: number): Due => ({
  limit,
  due: sql`(select place, workspace_id, endpoint_id, attempt, position, host, is_skip, is_probe, is_quick
        from candidates where allowance > 0)`,
  columns: sql`place, endpoint_id, is_probe`,
  order: sql`attempt > 0, position, endpoint_id`,
  fits: sql`true`,
});

/** Claims one of each endpoint after `cursor`; nothing, unless many have something due. */
export const claimInTurn = builtOnce((form, limit) =>
  claimOf({
    form,
    scanned: inTurn(limit),
    picks: form === "simple" ? allOf(ofCandidatesInTurn(limit)) : withinLimits(ofCandidatesInTurn(limit)),
    scan: {
      last_scanned: sql`last_scanned`,
      due_count: sql`null::int`,
      last_picked: sql`last_scanned`,
      is_cut: sql`true`,
      needs_full: form === "simple" ? isSpecialDue : isLimited(ofCandidatesInTurn(limit)),
    },
    // Each endpoint has one. Without a join with the picks, which are expected to be few, 0.5 ms less.
    results: {
      turn: sql`candidates.position + 1`,
      isProbe: sql`candidates.is_probe`,
      host: sql`candidates.host`,
      events: sql`candidates.events`,
      endpoint: endpointColumns("candidates"),
      joined: sql`join candidates on candidates.endpoint_id = claimed.endpoint_id`,
    },
  }),
);
