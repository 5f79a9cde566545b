import { webhookCatchUps, webhookEndpoints } from "@zonepost/db";
import type { WebhookEndpoint } from "@zonepost/schema";
import { and, eq, isNull } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { wakeWorkers } from "../../../kernel/due-work/wake.ts";
import { notFound } from "../../../kernel/errors.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { limitCatchUps } from "../catch-up/limit-catch-ups.ts";
import { clockTimes, countMissed, missedRangeOf } from "../catch-up/missed-deliveries.ts";
import { beginCatchUp } from "../catch-up/start-catch-up.ts";
import { totalAtEnd } from "../model/count-caught-up.ts";
import { endpointActive } from "../model/errors.ts";
import { findEndpoint, ownEndpoint, presentEndpoint } from "../model/find-endpoint.ts";

/** Resets the failures, and can deliver what the endpoint has missed since. Repeating it changes nothing. */
export async function reactivateEndpoint(
  ctx: WorkspaceCtx,
  input: { id: string; catchUp?: boolean },
): Promise<WebhookEndpoint> {
  requireRight(ctx.actor, "webhooks:write");
  const own = ownEndpoint(ctx, input.id);
  const times = await clockTimes(ctx);
  const missed = input.catchUp ? missedRangeOf(await findEndpoint(ctx, input.id)) : null;
  const total = missed ? await countMissed(ctx.db, missed, times) : 0;
  return ctx.db.transaction(async (tx) => {
    const [before] = await tx.select().from(webhookEndpoints).where(own).for("update");
    if (!before) {
      throw notFound();
    }
    if (before.active) {
      if (input.catchUp && before.catchUpId === null) {
        throw endpointActive();
      }
      return presentEndpoint(before, ctx.clock.wallNow());
    }
    if (missed) {
      await limitCatchUps(tx, before, ctx.clock.wallNow());
    }
    await tx
      .update(webhookEndpoints)
      .set({
        active: true,
        consecutiveFailures: 0,
        probeAt: null,
        deactivatedAt: null,
        deactivationReason: null,
        missedSince: null,
      })
      .where(own);
    if (missed) {
      // The deactivation ended an earlier catch-up, even if the worker hasn't come to it yet.
      await tx
        .update(webhookCatchUps)
        .set({ state: "stopped", total: totalAtEnd, finishedAt: times.now })
        .where(and(eq(webhookCatchUps.endpointId, before.id), isNull(webhookCatchUps.finishedAt)));
      await beginCatchUp(tx, missedRangeOf(before), {
        total,
        ratePerSecond: null,
        at: times.now,
        includesOnHold: true,
      });
    }
    await audit(tx, ctx, {
      workspaceId: ctx.actor.workspaceId,
      action: "webhook_endpoint.reactivated",
      target: input.id,
      details: { url: before.url, ...(missed ? { catchUp: true, total } : {}) },
      occurredAt: times.now,
    });
    await wakeWorkers(tx, "deliveries");
    const [after] = await tx.select().from(webhookEndpoints).where(own);
    return presentEndpoint(after ?? before, ctx.clock.wallNow());
  });
}
