import { deliveries, deliveryQueue, webhookEndpoints } from "@zonepost/db";
import { and, eq, inArray, sql } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { ownEndpoint } from "../model/find-endpoint.ts";

/** As many are deleted at once; workers skip the rest of a longer queue. */
const mostDeleted = 10_000;

/** Pending deliveries are skipped; the result of an attempt in flight is dropped. */
export async function deleteEndpoint(ctx: WorkspaceCtx, input: { id: string }): Promise<void> {
  requireRight(ctx.actor, "webhooks:write");
  const own = ownEndpoint(ctx, input.id);
  const now = await ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const [deleted] = await tx.delete(webhookEndpoints).where(own).returning();
    if (!deleted) {
      throw notFound();
    }
    // In the order of claims, so with those in flight.
    const next = tx
      .select({ deliveryId: deliveryQueue.deliveryId })
      .from(deliveryQueue)
      .where(eq(deliveryQueue.endpointId, deleted.id))
      .orderBy(sql`least(${deliveryQueue.attempt}, 1)`, deliveryQueue.dueAt)
      .limit(mostDeleted);
    const gone = tx.$with("gone").as(
      tx
        .delete(deliveryQueue)
        .where(
          and(eq(deliveryQueue.workspaceId, deleted.workspaceId), inArray(deliveryQueue.deliveryId, next)),
        )
        .returning({ deliveryId: deliveryQueue.deliveryId }),
    );
    await tx
      .with(gone)
      .update(deliveries)
      .set({ status: "skipped", nextAttemptAt: null })
      .where(
        and(
          eq(deliveries.workspaceId, deleted.workspaceId),
          inArray(deliveries.id, tx.select({ deliveryId: gone.deliveryId }).from(gone)),
        ),
      );
    await audit(tx, ctx, {
      workspaceId: ctx.actor.workspaceId,
      action: "webhook_endpoint.deleted",
      target: input.id,
      details: { url: deleted.url },
      occurredAt: now,
    });
  });
}
