import type { Db } from "@zonepost/db";
import type { WebhookDelivery } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { rowId } from "../../../kernel/ids.ts";
import { endpointRowId } from "../model/find-endpoint.ts";
import { paymentEvents, seesPayments } from "../model/payment-events.ts";
import { type DeliveryRow, deliveryColumns, presentDelivery } from "./present-delivery.ts";

/** An endpoint's id, and the id of one of its deliveries. */
export type DeliveryTarget = { id: string; deliveryId: string };

/** The UUID of a delivery's id; invalid ids count as missing deliveries. */
export function deliveryRowId({ deliveryId }: DeliveryTarget): string {
  const uuid = rowId("whd", deliveryId);
  if (uuid === undefined) {
    throw notFound();
  }
  return uuid;
}

/** Selects the delivery, if the caller sees its event, in `deliveries d` and its endpoint in `webhook_endpoints e`. */
export const isTarget = (sql: Db["$client"], ctx: WorkspaceCtx, target: DeliveryTarget) => sql`
  d.workspace_id = ${ctx.actor.workspaceId} and d.id = ${deliveryRowId(target)}
  and e.id = d.endpoint_id and e.id = ${endpointRowId(target.id)}
  and (${seesPayments(ctx.actor)} or d.event_type not like ${paymentEvents})`;

export async function readDelivery(ctx: WorkspaceCtx, target: DeliveryTarget): Promise<WebhookDelivery> {
  const sql = ctx.db.$client;
  const [row] = await sql<DeliveryRow[]>`
    select ${deliveryColumns(sql)} from deliveries d, webhook_endpoints e where ${isTarget(sql, ctx, target)}`;
  if (!row) {
    throw notFound();
  }
  return presentDelivery(row);
}
