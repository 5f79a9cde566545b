import { deliveryQueue, type Transaction, webhookEndpoints } from "@zonepost/db";
import type { WebhookEndpoint, WebhookEndpointPatch } from "@zonepost/schema";
import { and, eq, sql } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { wakeWorkers } from "../../../kernel/due-work/wake.ts";
import { notFound } from "../../../kernel/errors.ts";
import type { BeforeOf } from "../../../kernel/fresh-proof.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { queueChangeNotices } from "../../accounts/index.ts";
import { lockOutEmission } from "../model/emission-lock.ts";
import { queueTooLong } from "../model/errors.ts";
import {
  type EndpointRow,
  endpointRowId,
  findEndpoint,
  ownEndpoint,
  presentEndpoint,
} from "../model/find-endpoint.ts";
import { missedSince } from "../model/missed-since.ts";
import { sendsPaymentsElsewhere } from "../model/payment-events.ts";
import { withoutFragment } from "./without-fragment.ts";

/**
 * The row of the endpoint is locked while as many are changed, about a quarter of a second, in which no result of a worker
 * can be recorded that concerns it.
 */
const mostReordered = 10_000;

export async function readUrlBefore(
  ctx: WorkspaceCtx,
  { id, patch: { url } }: { id: string; patch: WebhookEndpointPatch },
): Promise<BeforeOf<"updateWebhookEndpoint">> {
  const before = await findEndpoint(ctx, id);
  return { isMoved: url !== undefined && withoutFragment(url) !== before.url };
}

/** Pending retries follow the change: they go to the new URL, if they still match the selected events. */
export async function updateEndpoint(
  ctx: WorkspaceCtx,
  input: { id: string; patch: WebhookEndpointPatch },
): Promise<WebhookEndpoint> {
  requireRight(ctx.actor, "webhooks:write");
  const { patch } = input;
  endpointRowId(input.id);
  const url = patch.url === undefined ? undefined : withoutFragment(patch.url);
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const [before] = await tx.select().from(webhookEndpoints).where(ownEndpoint(ctx, input.id)).for("update");
    if (!before) {
      throw notFound();
    }
    const isMoved = url !== undefined && url !== before.url;
    const subscription = { url: url ?? before.url, events: patch.events ?? before.events };
    if (sendsPaymentsElsewhere(before, subscription)) {
      requireRight(ctx.actor, "payments:read");
    }
    const isPaused = patch.active === false && before.active;
    const [after] = await tx
      .update(webhookEndpoints)
      .set({
        ...subscription,
        description: patch.description ?? before.description,
        tags: patch.tags ?? before.tags,
        ordered: patch.ordered ?? before.ordered,
        ...(isPaused
          ? {
              active: false,
              deactivatedAt: now,
              deactivationReason: "paused" as const,
              missedSince: missedSince(before.id, now),
              probeAt: null,
            }
          : {}),
        // A new URL has no failures yet, and need not wait for the old one's back-off.
        ...(isMoved ? { consecutiveFailures: 0, probeAt: null } : {}),
      })
      .where(ownEndpoint(ctx, input.id))
      .returning();
    if (!after) {
      throw notFound();
    }
    if (after.ordered !== before.ordered) {
      await orderQueued(tx, after);
    }
    await audit(tx, ctx, {
      workspaceId: ctx.actor.workspaceId,
      action: "webhook_endpoint.updated",
      target: input.id,
      details: { ...patch, url },
      occurredAt: now,
    });
    if (isMoved) {
      await queueChangeNotices(tx, ctx, [
        {
          workspaceId: after.workspaceId,
          kind: "webhook_url",
          target: before.url,
          detail: after.url,
          occurredAt: now,
        },
      ]);
    }
    await wakeWorkers(tx, "deliveries");
    return presentEndpoint(after, ctx.clock.wallNow());
  });
}

/**
 * Applies the setting to what is already queued, and what was being emitted with the old one. Rows that a worker is
 * claiming or recording are skipped, since waiting for them could deadlock; if their attempt fails, its recording waits
 * for the endpoint's row and applies the setting.
 */
async function orderQueued(
  tx: Transaction,
  { id, workspaceId, ordered, catchUpId }: EndpointRow,
): Promise<void> {
  const queued = tx
    .select({ one: sql`1` })
    .from(deliveryQueue)
    .where(eq(deliveryQueue.endpointId, id))
    .limit(mostReordered + 1);
  if ((await tx.$count(queued.as("queued"))) > mostReordered) {
    throw queueTooLong(mostReordered);
  }
  await tx.execute(sql`select ${lockOutEmission(workspaceId)}`);
  const isOrdered = ordered || catchUpId !== null;
  const changing = tx.$with("changing").as(
    tx
      .select({ workspaceId: deliveryQueue.workspaceId, deliveryId: deliveryQueue.deliveryId })
      .from(deliveryQueue)
      .where(and(eq(deliveryQueue.endpointId, id), sql`${deliveryQueue.isOrdered} <> ${isOrdered}`))
      .for("update", { skipLocked: true }),
  );
  await tx
    .with(changing)
    .update(deliveryQueue)
    .set({ isOrdered })
    .from(changing)
    .where(
      and(
        eq(deliveryQueue.workspaceId, changing.workspaceId),
        eq(deliveryQueue.deliveryId, changing.deliveryId),
      ),
    );
}
