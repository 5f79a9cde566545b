import { webhookEndpoints } from "@zonepost/db";
import type { WebhookEndpoint, WebhookEndpointPatch } from "@zonepost/schema";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { wakeWorkers } from "../../../kernel/wake.ts";
import { endpointRowId, ownEndpoint, presentEndpoint } from "../model/find-endpoint.ts";
import type { WebhookPorts } from "../ports.ts";

import { acceptUrl } from "./accept-url.ts";

/** Pending retries follow the change: they go to the new URL, if they still match the selected events. */
export async function updateEndpoint(
  ctx: WorkspaceCtx & WebhookPorts,
  input: { id: string; patch: WebhookEndpointPatch },
): Promise<WebhookEndpoint> {
  requireRight(ctx.actor, "webhooks:write");
  const { patch } = input;
  endpointRowId(input.id);
  const url = patch.url === undefined ? undefined : acceptUrl(ctx.transport, patch.url);
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const [before] = await tx.select().from(webhookEndpoints).where(ownEndpoint(ctx, input.id)).for("update");
    if (!before) {
      throw notFound();
    }
    const isMoved = url !== undefined && url !== before.url;
    const isPaused = patch.active === false && before.active;
    const [after] = await tx
      .update(webhookEndpoints)
      .set({
        url: url ?? before.url,
        events: patch.events ?? before.events,
        description: patch.description ?? before.description,
        ...(isPaused ? { active: false, deactivatedAt: now, probeAt: null } : {}),
        // A new URL has no failures yet, and need not wait for the old one's back-off.
        ...(isMoved ? { consecutiveFailures: 0, probeAt: null } : {}),
      })
      .where(ownEndpoint(ctx, input.id))
      .returning();
    if (!after) {
      throw notFound();
    }
    await audit(tx, ctx, {
      workspaceId: ctx.actor.workspaceId,
      action: "webhook_endpoint.updated",
      target: input.id,
      details: { ...patch, url },
      occurredAt: now,
    });
    await wakeWorkers(tx, "deliveries");
    return presentEndpoint(after);
  });
}
