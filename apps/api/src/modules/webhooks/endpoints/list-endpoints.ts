import { webhookEndpoints } from "@zonepost/db";
import { type WebhookEndpoint, type WebhookEndpointQuery, webhookEndpointLimit } from "@zonepost/schema";
import { and, arrayContains, asc, eq, gt } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { listOrPage, type OperationResult, rowAtPlace } from "../../../kernel/http/page.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { presentEndpoint } from "../model/find-endpoint.ts";

export async function listEndpoints(
  ctx: WorkspaceCtx,
  query: WebhookEndpointQuery = {},
): Promise<OperationResult<WebhookEndpoint[]>> {
  requireRight(ctx.actor, "webhooks:read");
  const after = rowAtPlace("whe", query);
  return listOrPage(query, {
    read: (limit) =>
      ctx.db
        .select()
        .from(webhookEndpoints)
        .where(
          and(
            eq(webhookEndpoints.workspaceId, ctx.actor.workspaceId),
            after ? gt(webhookEndpoints.id, after) : undefined,
            query.tag === undefined ? undefined : arrayContains(webhookEndpoints.tags, [query.tag]),
          ),
        )
        .orderBy(asc(webhookEndpoints.id))
        .limit(limit ?? webhookEndpointLimit),
    placeOf: (row) => publicId("whe", row.id),
    present: (row) => presentEndpoint(row, ctx.clock.wallNow()),
  });
}
