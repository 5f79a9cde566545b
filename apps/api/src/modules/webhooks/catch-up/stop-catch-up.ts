import { webhookCatchUps, webhookEndpoints } from "@zonepost/db";
import type { WebhookCatchUp } from "@zonepost/schema";
import { and, eq, inArray } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { wakeWorkers } from "../../../kernel/due-work/wake.ts";
import { notFound } from "../../../kernel/errors.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { totalAtEnd } from "../model/count-caught-up.ts";
import { catchUpNotRunning } from "../model/errors.ts";
import { ownEndpoint } from "../model/find-endpoint.ts";
import { presentCatchUp } from "./get-catch-up.ts";

/** Nothing more is sent from now on; the worker skips what is left, and then releases the endpoint. */
export async function stopCatchUp(ctx: WorkspaceCtx, input: { id: string }): Promise<WebhookCatchUp> {
  requireRight(ctx.actor, "webhooks:write");
  const own = ownEndpoint(ctx, input.id);
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const [endpoint] = await tx.select().from(webhookEndpoints).where(own).for("update");
    if (!endpoint) {
      throw notFound();
    }
    const [stopped] = await tx
      .update(webhookCatchUps)
      .set({ state: "stopped", total: totalAtEnd })
      .where(
        and(
          eq(webhookCatchUps.workspaceId, endpoint.workspaceId),
          eq(webhookCatchUps.endpointId, endpoint.id),
          inArray(webhookCatchUps.state, ["preparing", "sending"]),
        ),
      )
      .returning();
    if (!stopped) {
      throw catchUpNotRunning();
    }
    await tx.update(webhookEndpoints).set({ isHeld: true }).where(own);
    const progress = presentCatchUp(stopped);
    await audit(tx, ctx, {
      workspaceId: ctx.actor.workspaceId,
      action: "webhook_endpoint.catch_up_stopped",
      target: input.id,
      details: { url: endpoint.url, total: progress.total, delivered: progress.delivered },
      occurredAt: now,
    });
    await wakeWorkers(tx, "catch_ups");
    return progress;
  });
}
