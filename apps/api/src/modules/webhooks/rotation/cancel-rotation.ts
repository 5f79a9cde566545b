import { webhookEndpoints } from "@zonepost/db";
import type { WebhookEndpoint } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { presentEndpoint } from "../model/find-endpoint.ts";
import { lockRotating } from "./rotating-endpoint.ts";

/** Discards the new secret, for example because it was lost. The current one keeps signing. */
export async function cancelRotation(ctx: WorkspaceCtx, input: { id: string }): Promise<WebhookEndpoint> {
  requireRight(ctx.actor, "webhooks:write");
  const now = await ctx.clock.now();
  const wallNow = ctx.clock.wallNow();
  return ctx.db.transaction(async (tx) => {
    const endpoint = await lockRotating(tx, ctx, input.id, wallNow);
    const rotation = { nextSecretEncrypted: null, rotationEndsAt: null };
    await tx.update(webhookEndpoints).set(rotation).where(eq(webhookEndpoints.id, endpoint.id));
    await audit(tx, ctx, {
      workspaceId: endpoint.workspaceId,
      action: "webhook_endpoint.rotation_cancelled",
      target: input.id,
      details: { url: endpoint.url },
      occurredAt: now,
    });
    return presentEndpoint({ ...endpoint, ...rotation }, wallNow);
  });
}
