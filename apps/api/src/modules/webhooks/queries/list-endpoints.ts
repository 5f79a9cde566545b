import { webhookEndpoints } from "@zonepost/db";
import type { WebhookEndpoint } from "@zonepost/schema";
import { asc, eq } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { presentEndpoint } from "./find-endpoint.ts";

/** All of the workspace's endpoints, oldest first. */
export async function listEndpoints(ctx: WorkspaceCtx): Promise<WebhookEndpoint[]> {
  requireRight(ctx.actor, "webhooks:read");
  const rows = await ctx.db
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.workspaceId, ctx.actor.workspaceId))
    .orderBy(asc(webhookEndpoints.id));
  return rows.map(presentEndpoint);
}
