import type { WebhookDeliveryDetails } from "@zonepost/schema/panel";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { publicId, rowId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { type DeliveryRow, deliveryColumns, presentDelivery } from "./present-delivery.ts";

export async function getDelivery(ctx: WorkspaceCtx, input: { id: string }): Promise<WebhookDeliveryDetails> {
  requireRight(ctx.actor, "webhooks:read");
  const id = rowId("whd", input.id);
  if (id === undefined) {
    throw notFound();
  }
  const sql = ctx.db.$client;
  const [row] = await sql<(DeliveryRow & { endpointId: string; body: string })[]>`
    select ${deliveryColumns(sql)},
      e.id as "endpointId", events.body
    from deliveries d join webhook_endpoints e on e.id = d.endpoint_id 
      join events on events.workspace_id = d.workspace_id and events.id = d.event_id
    where d.workspace_id = ${ctx.actor.workspaceId} and d.id = ${id}`;
  if (!row) {
    throw notFound();
  }
  return { ...presentDelivery(row), endpointId: publicId("whe", row.endpointId), body: row.body };
}
