import { setTimeout as delay } from "node:timers/promises";
import { emptyQueue, enqueue, type Place } from "./place.ts";
import type { Targets } from "./targets.ts";
import { Ledger, untilQueueIsEmpty, Workers } from "./traffic.ts";

const warmUpDeliveries = 2_000;
const deliveries = 20_000;

/** One, two and four workers on one database. */
export async function measureWorkers(place: Place, targets: Targets): Promise<void> {
  console.log(`\nworkers: ${deliveries.toLocaleString("en")} deliveries to 50 endpoints`);
  await emptyQueue(place);
  const ledger = await Ledger.start(place, "live");
  const rows: Record<string, object> = {};
  for (const count of [1, 2, 4]) {
    const workers = await Workers.start(place, count);
    await deliver(place, ledger, warmUpDeliveries);
    const before = workers.cpuMs();
    const { arrivedSeconds, recordedSeconds } = await deliver(place, ledger, deliveries);
    const after = workers.cpuMs();
    const each = (kind: "workers" | "database") =>
      Number(((after[kind] - before[kind]) / deliveries).toFixed(3));
    rows[`${count} ${count === 1 ? "worker" : "workers"}`] = {
      "deliveries/s": Math.round(deliveries / recordedSeconds),
      "arrived/s": Math.round(deliveries / arrivedSeconds),
      "workers ms": each("workers"),
      "PostgreSQL ms": each("database"),
      "CPU ms": Number((each("workers") + each("database")).toFixed(3)),
    };
    await workers.stop();
  }
  await ledger.stop();
  console.table(rows);
  targets.atMost("deliveries sent twice, by 1, 2 and 4 workers", ledger.repeated.length, 0, "");
}

/** From the commit of all deliveries until the last one has arrived, and until its result is recorded. */
async function deliver(place: Place, ledger: Ledger, count: number) {
  const { arrived } = await ledger.expect(count);
  await enqueue(place, "live", count);
  const startedAt = performance.now();
  const secondsSince = () => (performance.now() - startedAt) / 1000;
  await arrived;
  const arrivedSeconds = secondsSince();
  await untilQueueIsEmpty(place);
  const recordedSeconds = secondsSince();
  // What comes again would come by now.
  await delay(500);
  return { arrivedSeconds, recordedSeconds };
}
