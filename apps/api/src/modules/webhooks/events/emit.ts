import { fixedStatement, type Transaction } from "@zonepost/db";
import { type EventData, type EventType, eventBodies, subjectOf } from "@zonepost/schema";
import { sql } from "drizzle-orm";
import { wakeNotice } from "../../../kernel/due-work/wake.ts";
import { publicId } from "../../../kernel/ids.ts";
import { lockEmission } from "../model/emission-lock.ts";

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
  const places = await nextPlaces(tx, emitted);
  const rows = emitted.map((event, index) => eventRow(event, places[index] as Place));
  await storeEvents(tx, { rows: JSON.stringify(rows) });
  return rows.map(({ id }) => id);
}

/** Inactive endpoints too: the deliveries they miss are stored as skipped. */
const storeEvents = fixedStatement(sql`
  with emitted as materialized (
    select * from json_to_recordset(${sql.placeholder("rows")}::json) as event (
      workspace_id uuid, id uuid, type text, subject text, sequence int, body text, created_at timestamptz)
  ),
  stored as (
    insert into events (workspace_id, id, type, subject, sequence, body, created_at)
    select workspace_id, id, type, subject, sequence, body, created_at from emitted
  ),
  due as materialized (
    select event.*, uuidv7() as delivery_id, endpoint.id as endpoint_id,
      endpoint.ordered or endpoint.catch_up_id is not null as is_ordered
    from emitted event
    join webhook_endpoints endpoint on endpoint.workspace_id = event.workspace_id
      and endpoint.events && array[event.type, '*']
  ),
  logged as (
    insert into deliveries
      (workspace_id, id, endpoint_id, event_id, event_type, subject, sequence, status, next_attempt_at, created_at)
    select workspace_id, delivery_id, endpoint_id, id, type, subject, sequence, 'pending', created_at, created_at
    from due
  ),
  queued as (
    insert into delivery_queue
      (workspace_id, delivery_id, endpoint_id, event_id, subject, sequence, is_ordered, due_at)
    select workspace_id, delivery_id, endpoint_id, id, subject, sequence, is_ordered, created_at from due
    returning delivery_id
  )
  select ${wakeNotice("deliveries")} from queued limit 1`);

type Place = { sequence: number; id: string };

/**
 * Numbers each subject's events. The rows stay locked until the commit, so a lower number commits first. Ids have the
 * same order, since they come from the database's clock after the lock; `listEvents` relies on it. A statement of its
 * own, so that the next one reads the endpoints after the locks.
 */
async function nextPlaces(tx: Transaction, emitted: readonly AnyEvent[]): Promise<Place[]> {
  const keyOf = (workspaceId: string, subject: string) => `${workspaceId} ${subject}`;
  const keys = emitted.map(({ workspaceId, data }) => keyOf(workspaceId, subjectOf(data)));
  // In the same order everywhere, so that two transactions can't wait for each other.
  const counted = [...Map.groupBy(emitted, (_, index) => keys[index] as string)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, [first, ...others]]) => {
      const { workspaceId, data } = first as AnyEvent;
      return { workspace_id: workspaceId, subject: subjectOf(data), count: 1 + others.length };
    });
  const raised = await raiseSequences(tx, { counted: JSON.stringify(counted) });
  const places = new Map(
    raised.map(({ workspace_id: workspaceId, subject, before, ids }) => [
      keyOf(workspaceId, subject),
      ids.map((id, index): Place => ({ sequence: before + index + 1, id })).values(),
    ]),
  );
  return keys.map((key) => places.get(key)?.next().value as Place);
}

const raiseSequences = fixedStatement<{
  workspace_id: string;
  subject: string;
  before: number;
  ids: string[];
}>(sql`
  insert into event_sequences (workspace_id, subject, last)
  select workspace_id, subject, count
  from json_to_recordset(${sql.placeholder("counted")}::json) as counted (workspace_id uuid, subject text, count int)
  where ${lockEmission(sql`workspace_id`)} is not null
  on conflict (workspace_id, subject) do update set last = event_sequences.last + excluded.last
  returning workspace_id, subject, coalesce(old.last, 0) as before,
    array(select uuidv7() from generate_series(coalesce(old.last, 0) + 1, new.last)) as ids`);

/** Serializes the body once: the stored text is signed and sent byte for byte. */
function eventRow({ workspaceId, type, createdAt, data }: AnyEvent, { id, sequence }: Place) {
  const body = eventBodies[type].parse({
    id: publicId("evt", id),
    type,
    createdAt: createdAt.toISOString(),
    workspaceId: publicId("wsp", workspaceId),
    sequence,
    data,
  });
  return {
    workspace_id: workspaceId,
    id,
    type,
    subject: subjectOf(data),
    sequence,
    body: JSON.stringify(body),
    created_at: createdAt.toISOString(),
  };
}
