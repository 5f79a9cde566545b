import type { Db } from "@zonepost/db";
import {
  eventTypes,
  normalizeDomainName,
  type WebhookDelivery,
  type WebhookDeliveryQuery,
  webhookDeliveryLimit,
} from "@zonepost/schema";
import type { WebhookDeliveryPage } from "@zonepost/schema/panel";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { minuteMs } from "../../../kernel/durations.ts";
import { notFound } from "../../../kernel/errors.ts";
import { listOrPage, type OperationResult, rowAtPlace } from "../../../kernel/http/page.ts";
import { createdAtMs, firstIdAt, publicId, rowId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { endpointRowId } from "../model/find-endpoint.ts";
import { idBounds } from "../model/id-bounds.ts";
import { paymentEvents, seesPayments } from "../model/payment-events.ts";
import { succeededRanges } from "../model/succeeded-within.ts";
import { type DeliveryRow, deliveryColumns, presentDelivery } from "./present-delivery.ts";

export async function listDeliveries(
  ctx: WorkspaceCtx,
  input: { id: string },
  query: WebhookDeliveryQuery = {},
): Promise<OperationResult<WebhookDelivery[]>> {
  requireRight(ctx.actor, "webhooks:read");
  const endpointId = endpointRowId(input.id);
  const before = rowAtPlace("whd", query);
  const bounds = idBounds(query, await aheadMs(ctx, query));
  const selection = {
    seesPayments: seesPayments(ctx.actor),
    workspaceId: ctx.actor.workspaceId,
    endpointId,
    status: query.status,
    type: query.type,
    subject: query.subject === undefined ? undefined : storedSubject(query.subject),
    eventId: query.eventId === undefined ? undefined : rowId("evt", query.eventId),
    since: query.since,
    until: query.until,
  };
  const near = selection.eventId === undefined ? undefined : idsNear(selection.eventId);
  const first = [bounds.first, near?.first].reduce<string>(later, firstId);
  const end = [bounds.end, near?.end, before].reduce<string>(earlier, lastId);
  return listOrPage(query, {
    read: (limit = webhookDeliveryLimit) =>
      selectDeliveries(ctx.db.$client, { ...selection, first, end, limit }),
    placeOf: (row) => publicId("whd", row.id),
    present: presentDelivery,
  });
}

export async function pageDeliveries(
  ctx: WorkspaceCtx,
  { id, ...query }: { id: string } & WebhookDeliveryQuery,
): Promise<WebhookDeliveryPage> {
  const found = await listDeliveries(ctx, { id }, { ...query, limit: query.limit ?? webhookDeliveryLimit });
  return Array.isArray(found)
    ? { deliveries: found, nextCursor: null }
    : { deliveries: found.page, nextCursor: found.nextCursor };
}

const later = (one: string, other = firstId) => (other > one ? other : one);
const earlier = (one: string, other = lastId) => (other < one ? other : one);

/** The ids of an event's deliveries, which are created with it. */
const idsNear = (eventId: string) => ({
  first: firstIdAt(createdAtMs(eventId) - minuteMs),
  end: firstIdAt(createdAtMs(eventId) + minuteMs),
});

/** Sort before and after every id. */
const firstId = "00000000-0000-0000-0000-000000000000";
const lastId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

async function aheadMs({ clock }: WorkspaceCtx, { since, until }: WebhookDeliveryQuery): Promise<number> {
  return since === undefined && until === undefined
    ? 0
    : (await clock.now()).getTime() - clock.wallNow().getTime();
}

/** Names are stored as A-labels, however they are typed. */
function storedSubject(typed: string): string {
  const name = normalizeDomainName(typed, { mixedScripts: "allow" });
  return name.ok ? name.name : typed;
}

type Selection = {
  seesPayments: boolean;
  workspaceId: string;
  endpointId: string;
  status: WebhookDelivery["status"] | undefined;
  type: WebhookDeliveryQuery["type"];
  subject: string | undefined;
  eventId: string | undefined;
  since: string | undefined;
  until: string | undefined;
  limit: number;
};

type Sql = Db["$client"];
type Id = string | ReturnType<Sql>;
/** Ids, or columns of them. `end` is the first that isn't selected. */
type Bounds<Place = string> = { first: Place; end: Place };

/** Uses the driver directly, for the endpoint and its deliveries in one prepared query. Throws without the endpoint. */
async function selectDeliveries(sql: Sql, selection: Selection & Bounds): Promise<DeliveryRow[]> {
  const { workspaceId, endpointId, status } = selection;
  const isQueued = status === "pending" && !(await hasLongQueue(sql, selection));
  const selected = isQueued
    ? matchingQueued(sql, selection)
    : status === "succeeded"
      ? matchingSucceeded(sql, selection)
      : matching(sql, selection);
  const rows = await sql<(DeliveryRow | { id: null })[]>`
    select ${deliveryColumns(sql)}
    from webhook_endpoints e left join lateral (${selected}) d on true
    where e.id = ${endpointId} and e.workspace_id = ${workspaceId}
    order by d.id desc limit ${selection.limit}`;
  if (rows.length === 0) {
    throw notFound();
  }
  return rows.filter((row) => row.id !== null);
}

/** In an index's order, since a plan made while one endpoint has most rows would read them for all others. */
const queuedOf = (sql: Sql, endpointId: Id) => sql`
  select delivery_id from delivery_queue where endpoint_id = ${endpointId} order by least(attempt, 1), due_at`;

const mostQueued = 5_000;

/** Whether so many deliveries of an endpoint are queued that its log has enough of them anywhere. */
async function hasLongQueue(sql: Sql, { endpointId }: Selection): Promise<boolean> {
  const [row] = await sql<
    { is: boolean }[]
  >`select exists (${queuedOf(sql, endpointId)} offset ${mostQueued}) as is`;
  return row?.is ?? false;
}

/**
 * The latest matching deliveries of `e` that are queued. What isn't pulled up is read one by one, up to the limit, and by
 * its key: the planner compares no other indexes of each partition, which took it 5 ms.
 */
const matchingQueued = (sql: Sql, selection: Selection & Bounds) => sql`
  select of_queued.* from (
    select delivery_id from (${queuedOf(sql, sql`e.id`)} offset 0) of_endpoint
    where delivery_id >= ${selection.first} and delivery_id < ${selection.end}
    order by delivery_id desc offset 0) queued
  cross join lateral (
    select * from deliveries where workspace_id = ${selection.workspaceId} and id = queued.delivery_id offset 0) of_queued
  where endpoint_id = e.id ${isWanted(sql, selection)} ${isOfType(sql, selection)} ${hasStatus(sql, selection)}
  order by queued.delivery_id desc limit (select ${selection.limit}::int)`;

/** So many that wait are read to find what succeeded among them. */
const mostSkipped = 1_000;
/** As many ranges are searched one after the other; from the last one on, all that is older. */
const mostRanges = 20;

/** The latest of `e` that succeeded. While many wait, it looks only where some have succeeded. */
function matchingSucceeded(sql: Sql, { first, end, ...selection }: Selection & Bounds) {
  const [skipped, ranges] = [sql.unsafe(String(mostSkipped)), sql.unsafe(String(mostRanges))];
  const limited = sql`limit (select ${selection.limit}::int)`;
  const inRange = matching(sql, { ...selection, first: sql`searched.first`, end: sql`searched."end"` });
  return sql`
    select of_range.* from (
      with queue as materialized (
        select exists (${queuedOf(sql, sql`e.id`)} offset ${skipped}) as is_long)
      select greatest(case when place < ${ranges} then first end, ${first}::uuid) as first,
        least("end", ${end}::uuid) as "end", place
      from (
        select *, row_number() over (order by "end" desc) as place
        from (
          select null::uuid as first, ${end}::uuid as "end" where not (select is_long from queue)
          union all
          select * from (${sql.unsafe(succeededRanges)}) ranges where (select is_long from queue)) known
        where "end" > ${first} and coalesce(first < ${end}, true)) numbered
      where place <= ${ranges}
      order by place offset 0) searched
    cross join lateral (select * from (${inRange}) of_parts order by id desc ${limited}) of_range
    order by searched.place ${limited}`;
}

const found = (sql: Sql, selection: Selection & Bounds<Id>) => sql`
  select * from deliveries
  where endpoint_id = e.id and id >= ${selection.first} and id < ${selection.end} ${isWanted(sql, selection)}`;

const isWanted = (sql: Sql, { seesPayments, subject, eventId, since, until }: Selection) => sql`
  ${seesPayments ? sql`` : sql`and event_type not like ${paymentEvents}`}
  ${subject === undefined ? sql`` : sql`and subject = ${subject}`}
  ${eventId === undefined ? sql`` : sql`and event_id = ${eventId}`}
  ${since === undefined ? sql`` : sql`and created_at >= ${since}`}
  ${until === undefined ? sql`` : sql`and created_at < ${until}`}`;

const isOfType = (sql: Sql, { type }: Selection) =>
  type === undefined ? sql`` : sql`and event_type = ${type}`;

const hasStatus = (sql: Sql, { status }: Selection) =>
  status === undefined ? sql`` : sql`and status = ${status}`;

/**
 * The latest matching deliveries of `e`. Each kind of search reads an index in order and stops at the limit: those that
 * were missed, those of a subject, or those of each event type, merged. An index of all deliveries of an endpoint would
 * be one more entry to write for each delivery.
 */
function matching(sql: Sql, selection: Selection & Bounds<Id>) {
  const { status, type, subject, limit } = selection;
  const ofEndpoint = found(sql, selection);
  const ofType = isOfType(sql, selection);
  const ofStatus = hasStatus(sql, selection);
  // The planner must not know the limit. Most endpoints have few deliveries, so it would read and sort all of them, which
  // takes seconds for a busy one.
  const latest = sql`order by id desc limit (select ${limit}::int)`;
  if (subject !== undefined) {
    return sql`${ofEndpoint} ${ofType} ${ofStatus} ${latest}`;
  }
  const missed = (missedAs: "failed" | "skipped") =>
    type === undefined
      ? sql`(${ofEndpoint} and missed_as = ${missedAs} ${latest})`
      : sql`(${ofEndpoint} ${ofType} and coalesce(missed_as, '') = ${missedAs} ${latest})`;
  if (status === "failed" || status === "skipped") {
    return missed(status);
  }
  const notMissed = (name: Id) =>
    sql`${ofEndpoint} and event_type = ${name} and coalesce(missed_as, '') = '' ${ofStatus} ${latest}`;
  // Of one type without the list, whose length PostgreSQL would look at to plan each search again: 2 ms.
  const others =
    type === undefined
      ? sql`
        select of_type.* from unnest(string_to_array(${eventTypes.join(",")}, ',')) as types (name)
        cross join lateral (${notMissed(sql`types.name`)}) of_type`
      : sql`(${notMissed(type)})`;
  return status === undefined
    ? sql`${others} union all ${missed("failed")} union all ${missed("skipped")}`
    : others;
}
