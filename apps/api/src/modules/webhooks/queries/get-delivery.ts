import { deliveries, events, webhookEndpoints } from "@zonepost/db";
import type { WebhookDeliveryDetails } from "@zonepost/schema/panel";
import { and, eq } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { publicId, rowId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { presentDelivery } from "./present-delivery.ts";

export async function getDelivery(ctx: WorkspaceCtx, input: { id: string }): Promise<WebhookDeliveryDetails> {
  requireRight(ctx.actor, "webhooks:read");
  const id = rowId("whd", input.id);
  if (id === undefined) {
    throw notFound();
  }
  const [row] = await ctx.db
    .select({ delivery: deliveries, body: events.body, probeAt: webhookEndpoints.probeAt })
    .from(deliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, deliveries.endpointId))
    .innerJoin(events, eq(events.id, deliveries.eventId))
    .where(and(eq(deliveries.id, id), eq(webhookEndpoints.workspaceId, ctx.actor.workspaceId)));
  if (!row) {
    throw notFound();
  }
  return {
    ...presentDelivery(row.delivery, row.probeAt),
    endpointId: publicId("whe", row.delivery.endpointId),
    body: row.body,
  };
}
