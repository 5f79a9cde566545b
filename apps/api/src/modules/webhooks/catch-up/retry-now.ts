import { webhookEndpoints } from "@zonepost/db";
import { type WebhookRetry, webhookRetryLimit } from "@zonepost/schema";
import { eq, sql } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { wakeWorkers } from "../../../kernel/due-work/wake.ts";
import { countExactly } from "../../../kernel/limits/rate-limit.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { endpointInactive, retryLimitReached } from "../model/errors.ts";
import { findEndpoint, lockOwnEndpoint } from "../model/find-endpoint.ts";

export const retriesPerMinute = 10;

/**
 * Makes an endpoint's next attempt and its retries due now, for a receiver that works again. While the endpoint is failing,
 * one of them is still sent alone, and the others follow its success; ordered ones keep their order.
 */
export async function retryNow(ctx: WorkspaceCtx, input: { id: string }): Promise<WebhookRetry> {
  requireRight(ctx.actor, "webhooks:write");
  const { workspaceId } = ctx.actor;
  const now = await ctx.clock.now();
  const { id: endpointId } = await findEndpoint(ctx, input.id);
  await countExactly(
    ctx.db,
    `webhook_retries:${endpointId}`,
    retriesPerMinute,
    ctx.clock.wallNow(),
    retryLimitReached,
  );
  return ctx.db.transaction(async (tx) => {
    // The endpoint before the queue's rows, as recording does. Rows that a worker holds are being sent.
    const endpoint = await lockOwnEndpoint(tx, ctx, input.id);
    if (!endpoint.active) {
      throw endpointInactive();
    }
    const at = sql`${now.toISOString()}::timestamptz`;
    const moved = await tx.execute(sql`
      with waiting as (
        select ctid as place, workspace_id, delivery_id, row_number() over (order by due_at, delivery_id) as turn
        from (select ctid, workspace_id, delivery_id, due_at from delivery_queue
          where endpoint_id = ${endpointId}::uuid and least(attempt, 1) = 1 and due_at > ${at}
            and kind = 'scheduled' and (lease_until is null or lease_until <= now())
          order by due_at limit ${webhookRetryLimit} for update skip locked) locked
      ), moved as (
        -- A microsecond apart, so that they keep their order.
        update delivery_queue q
        set due_at = ${at} - (${webhookRetryLimit} - waiting.turn) * interval '1 microsecond'
        from waiting where q.ctid = waiting.place returning q.workspace_id, q.delivery_id
      )
      update deliveries d set next_attempt_at = ${at} from moved
      where d.workspace_id = moved.workspace_id and d.id = moved.delivery_id and d.status = 'pending' returning d.id`);
    if (endpoint.probeAt && endpoint.probeAt > now) {
      await tx.update(webhookEndpoints).set({ probeAt: now }).where(eq(webhookEndpoints.id, endpointId));
    }
    await audit(tx, ctx, {
      workspaceId,
      action: "webhook_endpoint.retried",
      target: input.id,
      details: { url: endpoint.url, count: moved.length },
      occurredAt: now,
    });
    await wakeWorkers(tx, "deliveries");
    return { count: moved.length };
  });
}
