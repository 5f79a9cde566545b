import { deliveries, deliveryQueue, events, type Transaction, webhookEndpoints } from "@zonepost/db";
import { type EventData, type EventType, eventBodies } from "@zonepost/schema";
import { and, arrayOverlaps, inArray } from "drizzle-orm";
import { newId, publicId } from "../../../kernel/ids.ts";
import { wakeWorkers } from "../../../kernel/wake.ts";

type EmittedEvent<Type extends EventType = EventType> = {
  workspaceId: string;
  type: Type;
  data: EventData<Type>;
  /** Business time, read before the transaction starts. */
  createdAt: Date;
};

type AnyEvent = { [Type in EventType]: EmittedEvent<Type> }[EventType];

/** Writes an event and its deliveries in the transaction of the change. Its commit wakes the workers. */
export async function emit<Type extends EventType>(
  tx: Transaction,
  event: EmittedEvent<Type>,
): Promise<{ id: string }> {
  const [id] = await emitAll(tx, [event as AnyEvent]);
  return { id: publicId("evt", id ?? "") };
}

/** The same for several events, in order. Returns their row ids. */
export async function emitAll(tx: Transaction, emitted: readonly AnyEvent[]): Promise<string[]> {
  const rows = emitted.map(eventRow);
  if (rows.length === 0) {
    return [];
  }
  await tx.insert(events).values(rows);
  // Inactive endpoints too: the deliveries they miss are stored as skipped.
  const endpoints = await tx
    .select({
      id: webhookEndpoints.id,
      workspaceId: webhookEndpoints.workspaceId,
      types: webhookEndpoints.events,
    })
    .from(webhookEndpoints)
    .where(
      and(
        inArray(webhookEndpoints.workspaceId, [...new Set(rows.map(({ workspaceId }) => workspaceId))]),
        arrayOverlaps(webhookEndpoints.events, [...new Set(rows.map(({ type }) => type)), "*"]),
      ),
    );
  const due = rows.flatMap((event) =>
    endpoints
      .filter(({ workspaceId, types }) => workspaceId === event.workspaceId && wants(types, event.type))
      .map((endpoint) => ({ id: newId(), endpointId: endpoint.id, event })),
  );
  if (due.length > 0) {
    await tx.insert(deliveries).values(
      due.map(({ id, endpointId, event }) => ({
        id,
        endpointId,
        eventId: event.id,
        eventType: event.type,
        status: "pending" as const,
        nextAttemptAt: event.createdAt,
        createdAt: event.createdAt,
      })),
    );
    await tx.insert(deliveryQueue).values(
      due.map(({ id, endpointId, event }) => ({
        deliveryId: id,
        endpointId,
        eventId: event.id,
        dueAt: event.createdAt,
      })),
    );
    await wakeWorkers(tx, "deliveries");
  }
  return rows.map(({ id }) => id);
}

const wants = (types: readonly string[], type: string) => types.includes(type) || types.includes("*");

/** Serializes the body once: the stored text is signed and sent byte for byte. */
function eventRow({ workspaceId, type, createdAt, data }: AnyEvent) {
  const id = newId();
  const body = eventBodies[type].parse({
    id: publicId("evt", id),
    type,
    createdAt: createdAt.toISOString(),
    workspaceId: publicId("wsp", workspaceId),
    data,
  });
  return { id, workspaceId, type, body: JSON.stringify(body), createdAt };
}
