import { emptyQueue, type Place, p50, p99 } from "./place.ts";
import type { Targets } from "./targets.ts";
import {
  Emitter,
  eventsPerSecond,
  Ledger,
  queueUpdates,
  type Sent,
  untilQueueIsEmpty,
  Workers,
} from "./traffic.ts";

const partSeconds = 20;

/** A report whose transaction keeps PostgreSQL from removing dead rows, at 200 events a second. */
export async function measureHeldSnapshot(
  place: Place,
  targets: Targets,
  heldSeconds: number,
): Promise<void> {
  console.log(`\nsnapshot: ${eventsPerSecond} events/s, with a snapshot held for ${heldSeconds} s`);
  await emptyQueue(place);
  const ledger = await Ledger.start(place, "live");
  const emitter = await Emitter.start(place, ledger);
  const run = async (name: string, seconds: number) => {
    const sent = await emitter.emit(seconds * eventsPerSecond);
    const [dead] = await place.sql<{ count: number }[]>`
      select n_dead_tup::float8 as count from pg_stat_user_tables where relname = 'delivery_queue'`;
    console.log(
      `  ${name}: p50 ${p50(sent.latenciesMs).toFixed(1)} ms, p99 ${p99(sent.latenciesMs).toFixed(1)} ms, at most ${sent.backlog} waiting; ${dead?.count} dead rows`,
    );
    return sent;
  };

  // Processes report their counts when they end, so each part has its own worker.
  const part = async (work: () => Promise<void>) => {
    const before = await queueUpdates(place);
    const workers = await Workers.start(place);
    await emitter.emit(2 * eventsPerSecond);
    await work();
    await untilQueueIsEmpty(place);
    await workers.stop();
    const after = await queueUpdates(place);
    return (100 * (after.hot - before.hot)) / (after.all - before.all);
  };
  let before: Sent | undefined;
  const hotBefore = await part(async () => {
    before = await run("before", partSeconds);
  });
  const held: Sent[] = [];
  const hotHeld = await part(async () => {
    const snapshot = await place.sql.reserve();
    await snapshot`set idle_in_transaction_session_timeout = 0`;
    await snapshot`begin isolation level repeatable read`;
    await snapshot`select count(*) from delivery_queue`;
    for (let left = heldSeconds; left > 0; left -= partSeconds) {
      held.push(await run(`held for ${heldSeconds - left} s`, Math.min(left, partSeconds)));
    }
    await snapshot`rollback`;
    snapshot.release();
    await run("after", partSeconds);
  });
  await Promise.all([emitter.stop(), ledger.stop()]);

  const last = held.at(-1) as Sent;
  targets.above("HOT updates of the queue, before", hotBefore, 90);
  targets.above("HOT updates of the queue, while a snapshot is held", hotHeld, 90);
  targets.atMost("latency p99, while a snapshot is held", p99(last.latenciesMs), 100);
  targets.atMost("deliveries waiting, while a snapshot is held", last.backlog, eventsPerSecond / 2, "");
  targets.atMost(
    "latency p50, while a snapshot is held, over the time before",
    p50(last.latenciesMs) / p50((before as Sent).latenciesMs),
    2,
    "times",
  );
}
