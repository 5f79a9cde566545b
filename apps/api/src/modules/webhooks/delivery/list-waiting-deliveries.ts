import { deliveries, deliveryQueue, webhookEndpoints } from "@zonepost/db";
import { and, asc, count, eq } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import { firstNamed, type Waiting } from "../../../kernel/due-work/waiting.ts";

/** Deliveries that are sent once workers run. */
export async function listWaitingDeliveries(db: Queryable): Promise<Waiting> {
  const [all] = await db.select({ count: count() }).from(deliveryQueue);
  const first = await db
    .select({ type: deliveries.eventType, url: webhookEndpoints.url })
    .from(deliveryQueue)
    .innerJoin(
      deliveries,
      and(eq(deliveries.workspaceId, deliveryQueue.workspaceId), eq(deliveries.id, deliveryQueue.deliveryId)),
    )
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, deliveryQueue.endpointId))
    .orderBy(asc(deliveryQueue.dueAt))
    .limit(firstNamed);
  return {
    what: "webhook deliveries",
    count: all?.count ?? 0,
    first: first.map(({ type, url }) => `${type} to ${new URL(url).origin}`),
  };
}
