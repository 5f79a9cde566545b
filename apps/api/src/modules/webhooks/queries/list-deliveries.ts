import { deliveries } from "@zonepost/db";
import { type WebhookDelivery, webhookDeliveryLimit } from "@zonepost/schema";
import { desc, eq } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { findEndpoint } from "./find-endpoint.ts";
import { presentDelivery } from "./present-delivery.ts";

/** The endpoint's latest deliveries, newest first. */
export async function listDeliveries(ctx: WorkspaceCtx, input: { id: string }): Promise<WebhookDelivery[]> {
  requireRight(ctx.actor, "webhooks:read");
  const endpoint = await findEndpoint(ctx, input.id);
  const rows = await ctx.db
    .select()
    .from(deliveries)
    .where(eq(deliveries.endpointId, endpoint.id))
    .orderBy(desc(deliveries.id))
    .limit(webhookDeliveryLimit);
  return rows.map((row) => presentDelivery(row, endpoint.probeAt));
}
