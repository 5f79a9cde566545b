import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { peakMegabytes } from "../webhooks/cpu.ts";
import { emptyQueue, type Place, p50, p99 } from "./place.ts";
import type { Targets } from "./targets.ts";
import { Emitter, eventsPerSecond, Ledger, Workers } from "./traffic.ts";

const minuteSeconds = 60;
/** Compared with the last minute: by then, all code paths have run. */
const settledMinute = 3;

/** The memory of a worker at 200 events a second. */
export async function measureSoak(place: Place, targets: Targets, minutes: number): Promise<void> {
  console.log(`\nsoak: ${eventsPerSecond} events/s for ${minutes} minutes`);
  await emptyQueue(place);
  const ledger = await Ledger.start(place, "live");
  const emitter = await Emitter.start(place, ledger);
  const workers = await Workers.start(place);
  const averages: number[] = [];
  for (let minute = 1; minute <= minutes; minute += 1) {
    const samples: number[] = [];
    const over = new AbortController();
    const sampling = sample(workers.pid, samples, over.signal);
    const { latenciesMs } = await emitter.emit(minuteSeconds * eventsPerSecond);
    over.abort();
    await sampling;
    averages.push(samples.reduce((sum, each) => sum + each, 0) / samples.length);
    console.log(
      `  minute ${minute}: ${averages.at(-1)?.toFixed(0)} MB, at most ${Math.max(...samples).toFixed(0)}; latency p50 ${p50(latenciesMs).toFixed(1)} ms, p99 ${p99(latenciesMs).toFixed(1)} ms`,
    );
  }
  const peak = peakMegabytes(workers.pid);
  await Promise.all([workers.stop(), emitter.stop(), ledger.stop()]);
  const settled = averages[Math.min(settledMinute, averages.length) - 1] ?? Number.NaN;
  targets.atMost(
    "memory in the last minute over minute 3",
    (averages.at(-1) ?? Number.NaN) / settled,
    1.1,
    "times",
  );
  targets.atMost("memory at its peak", peak, 250, "MB");
  targets.atMost("deliveries sent twice, during the soak", ledger.repeated.length, 0, "");
}

async function sample(pid: number, samples: number[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    samples.push(residentMegabytes(pid));
    await delay(500, undefined, { signal }).catch(() => {});
  }
}

function residentMegabytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes ?? Number.NaN) / 1024;
}
