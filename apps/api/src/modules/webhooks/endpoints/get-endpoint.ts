import type { WebhookEndpoint } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { findEndpoint, presentEndpoint } from "../model/find-endpoint.ts";

export async function getEndpoint(ctx: WorkspaceCtx, input: { id: string }): Promise<WebhookEndpoint> {
  requireRight(ctx.actor, "webhooks:read");
  return presentEndpoint(await findEndpoint(ctx, input.id), ctx.clock.wallNow());
}
