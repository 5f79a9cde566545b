import { webhookEndpoints } from "@zonepost/db";
import type { WebhookEndpoint } from "@zonepost/schema";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { wakeWorkers } from "../../../kernel/wake.ts";
import { ownEndpoint, presentEndpoint } from "../model/find-endpoint.ts";

/** Resets the failures. An active endpoint is unchanged. */
export async function reactivateEndpoint(ctx: WorkspaceCtx, input: { id: string }): Promise<WebhookEndpoint> {
  requireRight(ctx.actor, "webhooks:write");
  const own = ownEndpoint(ctx, input.id);
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const [before] = await tx.select().from(webhookEndpoints).where(own).for("update");
    if (!before) {
      throw notFound();
    }
    if (before.active) {
      return presentEndpoint(before, ctx.clock.wallNow());
    }
    const [after] = await tx
      .update(webhookEndpoints)
      .set({
        active: true,
        consecutiveFailures: 0,
        probeAt: null,
        deactivatedAt: null,
        deactivationReason: null,
      })
      .where(own)
      .returning();
    if (!after) {
      throw notFound();
    }
    await audit(tx, ctx, {
      workspaceId: ctx.actor.workspaceId,
      action: "webhook_endpoint.reactivated",
      target: input.id,
      occurredAt: now,
    });
    await wakeWorkers(tx, "deliveries");
    return presentEndpoint(after, ctx.clock.wallNow());
  });
}
