import { deliveries, deliveryQueue, events } from "@zonepost/db";
import type { WebhookDelivery, WebhookTestInput } from "@zonepost/schema";
import { and, eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { wakeWorkers } from "../../../kernel/due-work/wake.ts";
import { secondMs } from "../../../kernel/durations.ts";
import { newId, publicId } from "../../../kernel/ids.ts";
import { countExactly } from "../../../kernel/limits/rate-limit.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { attemptTimeoutMs } from "../delivery/policy.ts";
import { readDelivery } from "../log/read-delivery.ts";
import { testLimitReached } from "../model/errors.ts";
import { findEndpoint, lockOwnEndpoint } from "../model/find-endpoint.ts";
import { isPaymentEvent } from "../model/payment-events.ts";
import { testEventOf } from "./test-event.ts";

/** Limits of a workspace and of an endpoint, so that tests can't be used to flood another company's server. */
export const testsPerMinute = 30;
export const waitingTestLimit = 10;

/** Queues a signed sample of an event. It is sent once, whatever the state of the endpoint, and changes nothing of it. */
export async function sendTestEvent(
  ctx: WorkspaceCtx,
  input: { id: string; type: WebhookTestInput["type"] },
): Promise<WebhookDelivery> {
  requireRight(ctx.actor, "webhooks:write");
  const { workspaceId } = ctx.actor;
  const { type } = input;
  if (isPaymentEvent(type)) {
    requireRight(ctx.actor, "payments:read");
  }
  const createdAt = await ctx.clock.now();
  await findEndpoint(ctx, input.id);
  await countExactly(
    ctx.db,
    `webhook_tests:${workspaceId}`,
    testsPerMinute,
    ctx.clock.wallNow(),
    (resetSeconds) =>
      testLimitReached(`This workspace has sent ${testsPerMinute} test events in a minute.`, resetSeconds),
  );
  const event = { id: newId(), workspaceId, type, createdAt };
  const { body, ...numbered } = testEventOf(event);
  const deliveryId = newId();
  await ctx.db.transaction(async (tx) => {
    const { id: endpointId, url } = await lockOwnEndpoint(tx, ctx, input.id);
    const isWaiting = and(
      eq(deliveryQueue.endpointId, endpointId),
      eq(deliveryQueue.kind, "test"),
      // As in the index of what people have requested, which is small whatever the backlog.
      eq(deliveryQueue.isOrdered, false),
    );
    if ((await tx.$count(deliveryQueue, isWaiting)) >= waitingTestLimit) {
      throw testLimitReached(
        `${waitingTestLimit} test events are waiting for this endpoint's responses.`,
        attemptTimeoutMs / secondMs,
      );
    }
    const ids = { workspaceId, endpointId, eventId: event.id };
    await tx.insert(events).values({ ...event, ...numbered, body, isTest: true });
    await tx.insert(deliveries).values({
      ...ids,
      ...numbered,
      id: deliveryId,
      eventType: type,
      isTest: true,
      status: "pending",
      nextAttemptAt: createdAt,
      createdAt,
    });
    await tx
      .insert(deliveryQueue)
      .values({ ...ids, ...numbered, deliveryId, kind: "test", dueAt: createdAt });
    await audit(tx, ctx, {
      workspaceId,
      action: "webhook_endpoint.test_sent",
      target: input.id,
      details: { url, eventType: type },
      occurredAt: createdAt,
    });
    await wakeWorkers(tx, "deliveries");
  });
  return readDelivery(ctx, { id: input.id, deliveryId: publicId("whd", deliveryId) });
}
