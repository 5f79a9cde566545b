import { emptyQueue, enqueueMillion, type Place, p50, p95, p99 } from "./place.ts";
import type { Targets } from "./targets.ts";
import { Emitter, Ledger, Workers } from "./traffic.ts";

const events = 500;
const perSecond = 20;

/** First attempts of fifty other workspaces while one has a million due. */
export async function measureFairness(place: Place, targets: Targets): Promise<void> {
  console.log(`\nfairness: ${perSecond} events/s to 50 endpoints, next to a million due of another one`);
  await enqueueMillion(place);
  const [noisy, ledger] = [await Ledger.start(place, "noisy"), await Ledger.start(place, "live")];
  const workers = await Workers.start(place);
  const emitter = await Emitter.start(place, ledger);
  await emitter.emit(perSecond * 3, perSecond);
  const countQueued = async () => {
    const [row] = await place.sql<{ count: number }[]>`select count(*)::int as count from delivery_queue`;
    return row?.count ?? 0;
  };
  const before = await countQueued();
  const startedAt = performance.now();
  const { latenciesMs } = await emitter.emit(events, perSecond);
  const noisyPerSecond = (before - (await countQueued())) / ((performance.now() - startedAt) / 1000);
  await Promise.all([workers.stop(), emitter.stop(), ledger.stop(), noisy.stop()]);
  await emptyQueue(place);
  console.log(
    `  others p50 ${p50(latenciesMs).toFixed(1)} ms, p99 ${p99(latenciesMs).toFixed(1)} ms; the noisy endpoint ${Math.round(noisyPerSecond)}/s`,
  );
  targets.atMost("first attempts of others p95, next to a million due", p95(latenciesMs), 50);
  targets.atMost(
    "deliveries sent twice, next to a million due",
    ledger.repeated.length + noisy.repeated.length,
    0,
    "",
  );
}
