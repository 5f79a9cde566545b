import { deliveries } from "@zonepost/db";
import { type PageQuery, type WebhookDelivery, webhookDeliveryLimit } from "@zonepost/schema";
import { and, desc, eq, lt } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { listOrPage, type OperationResult, rowAtPlace } from "../../../kernel/http/page.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { findEndpoint } from "./find-endpoint.ts";
import { presentDelivery } from "./present-delivery.ts";

export async function listDeliveries(
  ctx: WorkspaceCtx,
  input: { id: string },
  query: PageQuery = {},
): Promise<OperationResult<WebhookDelivery[]>> {
  requireRight(ctx.actor, "webhooks:read");
  const endpoint = await findEndpoint(ctx, input.id);
  const before = rowAtPlace("whd", query);
  return listOrPage(query, {
    read: (limit) =>
      ctx.db
        .select()
        .from(deliveries)
        .where(and(eq(deliveries.endpointId, endpoint.id), before ? lt(deliveries.id, before) : undefined))
        .orderBy(desc(deliveries.id))
        .limit(limit ?? webhookDeliveryLimit),
    placeOf: (row) => publicId("whd", row.id),
    present: (row) => presentDelivery(row, endpoint.probeAt),
  });
}
