import { keptDays } from "./history.ts";
import { emptyQueue, type Place, p99 } from "./place.ts";
import { createPartitionSweep, webhookPartitions } from "./product.mjs";
import type { Targets } from "./targets.ts";
import { Emitter, eventsPerSecond, Ledger, type Sent, Workers } from "./traffic.ts";

const dayMs = 86_400_000;
const seconds = 15;

/** The oldest week is past its retention while 200 events a second are delivered. */
export async function measureRetention(place: Place, targets: Targets): Promise<void> {
  console.log("\nretention: the sweep drops the oldest week while deliveries are sent");
  await emptyQueue(place);
  const ledger = await Ledger.start(place, "live");
  const emitter = await Emitter.start(place, ledger);
  const workers = await Workers.start(place);
  await emitter.emit(2 * eventsPerSecond);

  const before = await listPartitions(place);
  const oldest = before.filter(({ name }) => name.startsWith("deliveries_")).at(0)?.name ?? "";
  const date = oldest.slice(-8);
  const endsAt = Date.parse(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T00:00:00Z`) + 7 * dayMs;
  const megabytes = before
    .filter(({ name }) => name.endsWith(date))
    .reduce((sum, each) => sum + each.megabytes, 0);
  const sweepAt = async (wall: Date) => {
    const deps = { db: place.db, log: { warn: console.warn }, clock: { wallNow: () => wall } };
    const startedAt = performance.now();
    await createPartitionSweep(deps, webhookPartitions(keptDays)).run(AbortSignal.timeout(60_000));
    return performance.now() - startedAt;
  };

  const sending: Promise<Sent> = emitter.emit(seconds * eventsPerSecond);
  // Events are kept a day longer, and only what is to be dropped is left to do.
  const droppedAt = new Date(endsAt + (keptDays + 1) * dayMs);
  const takenMs = await sweepAt(droppedAt);
  const { latenciesMs, backlog } = await sending;
  await Promise.all([workers.stop(), emitter.stop(), ledger.stop()]);

  const left = (await listPartitions(place)).filter(({ name }) => name.endsWith(date));
  if (left.length > 0) {
    throw new Error(`retention kept ${left.map(({ name }) => name).join(", ")}`);
  }
  console.log(
    `  ${oldest} and its events and attempts, ${Math.round(megabytes).toLocaleString("en")} MB: the sweep took ${takenMs.toFixed(0)} ms; at most ${backlog} deliveries waited`,
  );
  targets.atMost("the sweep that drops a week", takenMs, 5_000);
  targets.atMost("latency p99, while a week is dropped", p99(latenciesMs), 100);
  targets.atMost("slowest delivery, while a week is dropped", latenciesMs.at(-1) ?? Number.NaN, 1_000);
}

const listPartitions = ({ sql }: Place) => sql<{ name: string; megabytes: number }[]>`
  select child.relname as name, pg_total_relation_size(child.oid) / 1e6::float8 as megabytes
  from pg_inherits join pg_class child on child.oid = inhrelid join pg_class parent on parent.oid = inhparent
  where parent.relname in ('deliveries', 'delivery_attempts', 'events') and child.relname ~ '_[0-9]{8}$'
  order by parent.relname, child.relname`;
