import { deliveries, deliveryQueue, events, type Transaction, webhookEndpoints } from "@zonepost/db";
import type { WebhookDelivery } from "@zonepost/schema";
import { and, eq, sql } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { wakeWorkers } from "../../../kernel/due-work/wake.ts";
import { notFound } from "../../../kernel/errors.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { replayPending } from "../model/errors.ts";
import { ownEndpoint } from "../model/find-endpoint.ts";
import { seesEvent } from "../model/payment-events.ts";
import { type DeliveryTarget, deliveryRowId, readDelivery } from "./read-delivery.ts";
import { type ReplayState, replayRefusal } from "./replay-policy.ts";

/**
 * Makes one more attempt of the same event due, which isn't retried. A retry that was already scheduled takes place
 * afterward if the replay fails. Workers limit what is in flight of an endpoint and of a workspace, so that many replays
 * only delay their own workspace.
 */
export async function replayDelivery(ctx: WorkspaceCtx, input: DeliveryTarget): Promise<WebhookDelivery> {
  requireRight(ctx.actor, "webhooks:write");
  const target = { workspaceId: ctx.actor.workspaceId, deliveryId: deliveryRowId(input) };
  const now = await ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    // The queue's row first, as a worker locks it that records a result.
    const [queued] = await tx
      .select({
        kind: deliveryQueue.kind,
        isClaimed: sql<boolean>`coalesce(${deliveryQueue.leaseUntil} > now(), false)`,
      })
      .from(deliveryQueue)
      .where(isQueued(target))
      .for("update");
    const delivery = await findDelivery(tx, ctx, input);
    const refusal = replayRefusal({ ...delivery, queued: queued ?? null });
    if (refusal) {
      throw refusal;
    }
    await (queued ? moveUp(tx, target, now) : enqueue(tx, target, now));
    await tx
      .update(deliveries)
      .set({ status: "pending", nextAttemptAt: now, replays: sql`${deliveries.replays} + 1` })
      .where(isDelivery(target));
    await audit(tx, ctx, {
      workspaceId: target.workspaceId,
      action: "webhook_delivery.replayed",
      target: input.deliveryId,
      details: {
        name: delivery.subject,
        url: delivery.url,
        eventType: delivery.eventType,
        endpointId: input.id,
      },
      occurredAt: now,
    });
    await wakeWorkers(tx, "deliveries");
  });
  const replayed = await readDelivery(ctx, input);
  // The pause of a failing endpoint doesn't delay what a person asks for.
  return replayed.nextAttemptAt === null ? replayed : { ...replayed, nextAttemptAt: now.toISOString() };
}

type Target = { workspaceId: string; deliveryId: string };

const isQueued = ({ workspaceId, deliveryId }: Target) =>
  and(eq(deliveryQueue.workspaceId, workspaceId), eq(deliveryQueue.deliveryId, deliveryId));

const isDelivery = ({ workspaceId, deliveryId }: Target) =>
  and(eq(deliveries.workspaceId, workspaceId), eq(deliveries.id, deliveryId));

async function findDelivery(tx: Transaction, ctx: WorkspaceCtx, input: DeliveryTarget) {
  const { workspaceId } = ctx.actor;
  const [delivery] = await tx
    .select({
      isTest: deliveries.isTest,
      isEndpointActive: webhookEndpoints.active,
      hasEvent: sql<boolean>`${events.id} is not null`,
      subject: deliveries.subject,
      eventType: deliveries.eventType,
      url: webhookEndpoints.url,
    })
    .from(deliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, deliveries.endpointId))
    .leftJoin(events, and(eq(events.workspaceId, workspaceId), eq(events.id, deliveries.eventId)))
    .where(and(isDelivery({ workspaceId, deliveryId: deliveryRowId(input) }), ownEndpoint(ctx, input.id)));
  if (!delivery || !seesEvent(ctx.actor, delivery.eventType)) {
    throw notFound();
  }
  return delivery satisfies Omit<ReplayState, "queued">;
}

/** A dead worker's claim is removed, so that its late result isn't taken for that of the replay. */
const moveUp = (tx: Transaction, target: Target, now: Date) =>
  tx
    .update(deliveryQueue)
    .set({
      kind: "replay",
      resumeAt: sql`${deliveryQueue.dueAt}`,
      dueAt: now,
      replays: sql`${deliveryQueue.replays} + 1`,
      claimId: null,
      leaseUntil: null,
    })
    .where(isQueued(target));

/** An event that is past is out of order anyway, so it neither waits for others nor holds them back. */
async function enqueue(tx: Transaction, target: Target, now: Date): Promise<void> {
  const added = await tx.execute(sql`
    insert into delivery_queue
      (workspace_id, delivery_id, endpoint_id, event_id, subject, sequence, kind, due_at, attempt, replays)
    select workspace_id, id, endpoint_id, event_id, subject, sequence, 'replay', ${now.toISOString()}::timestamptz,
      attempt, replays + 1
    from deliveries where ${isDelivery(target)}
    on conflict do nothing returning delivery_id`);
  if (added.length === 0) {
    throw replayPending();
  }
}
