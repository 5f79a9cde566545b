import { deliveries, deliveryQueue, events, type Transaction, webhookEndpoints } from "@zonepost/db";
import { type EventData, type EventType, eventBodies } from "@zonepost/schema";
import { and, arrayOverlaps, eq } from "drizzle-orm";
import { newId, publicId } from "../../../kernel/ids.ts";
import { wakeWorkers } from "../../../kernel/wake.ts";

export type EmittedEvent<Type extends EventType = EventType> = {
  /** The workspace's row id. */
  workspaceId: string;
  type: Type;
  data: EventData<Type>;
  /** Business time, asked before the transaction was opened. */
  createdAt: Date;
};

/**
 * Writes an event and its deliveries in the transaction of the change that it tells of, and wakes the workers when
 * that commits. The body is made into text here, once: what is stored is signed and sent byte for byte.
 */
export async function emit<Type extends EventType>(
  tx: Transaction,
  event: EmittedEvent<Type>,
): Promise<{ id: string }> {
  const eventId = newId();
  const { workspaceId, type, createdAt } = event;
  const body = eventBodies[type].parse({
    id: publicId("evt", eventId),
    type,
    createdAt: createdAt.toISOString(),
    workspaceId: publicId("wsp", workspaceId),
    data: event.data,
  });
  await tx.insert(events).values({ id: eventId, workspaceId, type, body: JSON.stringify(body), createdAt });
  // Inactive endpoints too: what they missed stays on record as skipped.
  const endpoints = await tx
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(
      and(eq(webhookEndpoints.workspaceId, workspaceId), arrayOverlaps(webhookEndpoints.events, [type, "*"])),
    );
  if (endpoints.length > 0) {
    const rows = endpoints.map((endpoint) => ({ id: newId(), endpointId: endpoint.id, eventId }));
    await tx.insert(deliveries).values(
      rows.map((row) => ({
        ...row,
        eventType: type,
        status: "pending",
        nextAttemptAt: createdAt,
        createdAt,
      })),
    );
    await tx
      .insert(deliveryQueue)
      .values(rows.map(({ id, endpointId }) => ({ deliveryId: id, endpointId, eventId, dueAt: createdAt })));
    await wakeWorkers(tx, "deliveries");
  }
  return { id: publicId("evt", eventId) };
}
