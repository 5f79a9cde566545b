import {
  deliveries,
  deliveryQueue,
  eventSequences,
  events,
  type Transaction,
  webhookEndpoints,
} from "@zonepost/db";
import { type EventData, type EventType, eventBodies, subjectOf } from "@zonepost/schema";
import { and, arrayOverlaps, inArray, sql } from "drizzle-orm";
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
  if (emitted.length === 0) {
    return [];
  }
  const sequences = await nextSequences(tx, emitted);
  const rows = emitted.map((event, index) => eventRow(event, sequences[index] as number));
  await tx.insert(events).values(rows);
  // Inactive endpoints too: the deliveries they miss are stored as skipped.
  const endpoints = await tx
    .select({
      id: webhookEndpoints.id,
      workspaceId: webhookEndpoints.workspaceId,
      types: webhookEndpoints.events,
      isOrdered: sql<boolean>`${webhookEndpoints.ordered} or ${webhookEndpoints.catchUpId} is not null`,
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
      .map(({ id, isOrdered }) => ({
        event,
        isOrdered,
        ids: { workspaceId: event.workspaceId, endpointId: id, eventId: event.id },
        deliveryId: newId(),
      })),
  );
  if (due.length > 0) {
    await tx.insert(deliveries).values(
      due.map(({ ids, deliveryId, event: { type, subject, sequence, createdAt } }) => ({
        ...ids,
        id: deliveryId,
        eventType: type,
        subject,
        sequence,
        status: "pending" as const,
        nextAttemptAt: createdAt,
        createdAt,
      })),
    );
    await tx.insert(deliveryQueue).values(
      due.map(({ ids, deliveryId, isOrdered, event: { subject, sequence, createdAt } }) => ({
        ...ids,
        deliveryId,
        subject,
        sequence,
        isOrdered,
        dueAt: createdAt,
      })),
    );
    await wakeWorkers(tx, "deliveries");
  }
  return rows.map(({ id }) => id);
}

/** Numbers each subject's events. The rows stay locked until the commit, so a lower number commits first. */
async function nextSequences(tx: Transaction, emitted: readonly AnyEvent[]): Promise<number[]> {
  const keyOf = (workspaceId: string, subject: string) => `${workspaceId} ${subject}`;
  const keys = emitted.map(({ workspaceId, data }) => keyOf(workspaceId, subjectOf(data)));
  // In the same order everywhere, so that two transactions can't wait for each other.
  const counted = [...Map.groupBy(emitted, (_, index) => keys[index] as string)].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const raised = await tx
    .insert(eventSequences)
    .values(
      counted.map(([, [first, ...others]]) => {
        const { workspaceId, data } = first as AnyEvent;
        return { workspaceId, subject: subjectOf(data), last: 1 + others.length };
      }),
    )
    .onConflictDoUpdate({
      target: [eventSequences.workspaceId, eventSequences.subject],
      set: { last: sql`${eventSequences.last} + excluded.last` },
    })
    .returning();
  const next = new Map(
    raised.map(({ workspaceId, subject, last }) => {
      const key = keyOf(workspaceId, subject);
      return [key, last - (counted.find(([each]) => each === key)?.[1].length ?? 0)];
    }),
  );
  return keys.map((key) => {
    const sequence = (next.get(key) ?? 0) + 1;
    next.set(key, sequence);
    return sequence;
  });
}

const wants = (types: readonly string[], type: string) => types.includes(type) || types.includes("*");

/** Serializes the body once: the stored text is signed and sent byte for byte. */
function eventRow({ workspaceId, type, createdAt, data }: AnyEvent, sequence: number) {
  const id = newId();
  const body = eventBodies[type].parse({
    id: publicId("evt", id),
    type,
    createdAt: createdAt.toISOString(),
    workspaceId: publicId("wsp", workspaceId),
    sequence,
    data,
  });
  return {
    id,
    workspaceId,
    type,
    subject: subjectOf(data),
    sequence,
    body: JSON.stringify(body),
    createdAt,
  };
}
