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
import { notFound } from "../../../kernel/errors.ts";
import { listOrPage, type OperationResult, rowAtPlace } from "../../../kernel/http/page.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { endpointRowId } from "../model/find-endpoint.ts";
import { idBounds } from "../model/id-bounds.ts";
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
    workspaceId: ctx.actor.workspaceId,
    endpointId,
    status: query.status,
    type: query.type,
    subject: query.subject === undefined ? undefined : storedSubject(query.subject),
    since: query.since,
    until: query.until,
    first: bounds.first ?? firstId,
    end: before !== undefined && before < (bounds.end ?? lastId) ? before : (bounds.end ?? lastId),
  };
  return listOrPage(query, {
    read: (limit = webhookDeliveryLimit) => selectDeliveries(ctx.db.$client, { ...selection, limit }),
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
  workspaceId: string;
  endpointId: string;
  status: WebhookDelivery["status"] | undefined;
  type: WebhookDeliveryQuery["type"];
  subject: string | undefined;
  since: string | undefined;
  until: string | undefined;
  /** The ids, of which `end` is the first that isn't selected. */
  first: string;
  end: string;
  limit: number;
};

/** Uses the driver directly, for the endpoint and its deliveries in one prepared query. Throws without the endpoint. */
async function selectDeliveries(sql: Db["$client"], selection: Selection): Promise<DeliveryRow[]> {
  const { workspaceId, endpointId } = selection;
  const isQueued = selection.status === "pending" && !(await hasLongQueue(sql, selection));
  const rows = await sql<(DeliveryRow | { id: null })[]>`
    select ${deliveryColumns(sql)}
    from webhook_endpoints e left join lateral (${isQueued ? matchingQueued(sql, selection) : matching(sql, selection)}) d on true
    where e.id = ${endpointId} and e.workspace_id = ${workspaceId}
    order by d.id desc limit ${selection.limit}`;
  if (rows.length === 0) {
    throw notFound();
  }
  return rows.filter((row) => row.id !== null);
}

const mostQueued = 5_000;

/** Whether so many deliveries of an endpoint are queued that its log has enough of them anywhere. */
async function hasLongQueue(sql: Db["$client"], { workspaceId, endpointId }: Selection): Promise<boolean> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from (
      select from delivery_queue
      where endpoint_id = ${endpointId} and workspace_id = ${workspaceId} limit ${mostQueued + 1}) queued`;
  return (row?.count ?? 0) > mostQueued;
}

/** The latest matching deliveries of `e` that are queued. What isn't pulled up is read one by one, up to the limit. */
const matchingQueued = (sql: Db["$client"], selection: Selection) => sql`
  select of_queued.* from (
    select delivery_id from delivery_queue
    where endpoint_id = e.id and workspace_id = e.workspace_id
      and delivery_id >= ${selection.first} and delivery_id < ${selection.end}
    order by delivery_id desc offset 0) queued
  cross join lateral (
    ${found(sql, selection)} ${isOfType(sql, selection)} ${hasStatus(sql, selection)}
      and workspace_id = ${selection.workspaceId} and id = queued.delivery_id offset 0) of_queued
  order by queued.delivery_id desc limit (select ${selection.limit}::int)`;

const found = (sql: Db["$client"], { subject, since, until, first, end }: Selection) => sql`
  select * from deliveries
  where endpoint_id = e.id and id >= ${first} and id < ${end}
    ${subject === undefined ? sql`` : sql`and subject = ${subject}`}
    ${since === undefined ? sql`` : sql`and created_at >= ${since}`}
    ${until === undefined ? sql`` : sql`and created_at < ${until}`}`;

const isOfType = (sql: Db["$client"], { type }: Selection) =>
  type === undefined ? sql`` : sql`and event_type = ${type}`;

const hasStatus = (sql: Db["$client"], { status }: Selection) =>
  status === undefined ? sql`` : sql`and status = ${status}`;

/**
 * The latest matching deliveries of `e`. Each kind of search reads an index in order and stops at the limit: those that
 * were missed, those of a subject, or those of each event type, merged. An index of all deliveries of an endpoint would
 * be one more entry to write for each delivery.
 */
function matching(sql: Db["$client"], selection: Selection) {
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
  const types = (type === undefined ? eventTypes : [type]).join(",");
  const others = sql`
    select of_type.* from unnest(string_to_array(${types}, ',')) as types (name)
    cross join lateral (${ofEndpoint} and event_type = types.name and coalesce(missed_as, '') = '' ${ofStatus} ${latest}) of_type`;
  return status === undefined
    ? sql`${others} union all ${missed("failed")} union all ${missed("skipped")}`
    : others;
}
