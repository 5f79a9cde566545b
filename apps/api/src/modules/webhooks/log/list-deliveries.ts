import type { Db } from "@zonepost/db";
import { type PageQuery, type WebhookDelivery, webhookDeliveryLimit } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { listOrPage, type OperationResult, rowAtPlace } from "../../../kernel/http/page.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { endpointRowId } from "../model/find-endpoint.ts";
import { type DeliveryRow, deliveryColumns, presentDelivery } from "./present-delivery.ts";

export async function listDeliveries(
  ctx: WorkspaceCtx,
  input: { id: string },
  query: PageQuery = {},
): Promise<OperationResult<WebhookDelivery[]>> {
  requireRight(ctx.actor, "webhooks:read");
  const endpointId = endpointRowId(input.id);
  const before = rowAtPlace("whd", query);
  const { workspaceId } = ctx.actor;
  return listOrPage(query, {
    read: (limit = webhookDeliveryLimit) =>
      selectDeliveries(ctx.db.$client, { workspaceId, endpointId, before, limit }),
    placeOf: (row) => publicId("whd", row.id),
    present: presentDelivery,
  });
}

type Selection = { workspaceId: string; endpointId: string; before: string | undefined; limit: number };

/** Uses the driver directly, for the endpoint and its deliveries in one prepared query. Throws without the endpoint. */
async function selectDeliveries(
  sql: Db["$client"],
  { workspaceId, endpointId, before = lastId, limit }: Selection,
): Promise<DeliveryRow[]> {
  const rows = await sql<(DeliveryRow | { id: null })[]>`
    select ${deliveryColumns(sql)}
    from webhook_endpoints e left join lateral (
      select * from deliveries where endpoint_id = e.id and id < ${before} order by id desc limit ${limit}) d on true
    where e.id = ${endpointId} and e.workspace_id = ${workspaceId}
    order by d.id desc`;
  if (rows.length === 0) {
    throw notFound();
  }
  return rows.filter((row) => row.id !== null);
}

/** Sorts after every id. */
const lastId = "ffffffff-ffff-ffff-ffff-ffffffffffff";
