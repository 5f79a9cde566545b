import { setTimeout as delay } from "node:timers/promises";
import type { Db } from "@zonepost/db";
import type { Logger } from "../log.ts";
import type { Sweep } from "./due-work.ts";
import { WakeListener, type WakeReason } from "./wake.ts";

const longestBackoffMs = 30_000;

/**
 * Runs each sweep when it is woken and, in case a notice was lost, at its interval. Resolves once it listens for notices:
 * from then on, a database that goes away only delays the sweeps.
 * @returns `stopped` resolves when all sweeps have ended after the signal
 */
export async function startSweeps(
  sweeps: readonly Sweep[],
  deps: { db: Db; log: Logger; signal: AbortSignal },
): Promise<{ stopped: Promise<void> }> {
  const wakers = sweeps.map(createWaker);
  const listener = new WakeListener(deps.db, (reason) => {
    sweeps.forEach((sweep, index) => {
      if (sweep.wakeReasons.includes(reason)) {
        wakers[index]?.notice(sweep, reason, listener);
      }
    });
  });
  await listener.start();
  const stop = () => {
    for (const waker of wakers) {
      waker.wake();
    }
  };
  deps.signal.addEventListener("abort", stop, { once: true });
  const loops = sweeps.map((sweep, index) => loop(sweep, wakers[index] ?? createWaker(), deps));
  return { stopped: Promise.all(loops).then(() => listener.stop()) };
}

async function loop(sweep: Sweep, waker: Waker, deps: { log: Logger; signal: AbortSignal }): Promise<void> {
  let failures = 0;
  while (!deps.signal.aborted) {
    waker.rearm();
    try {
      await sweep.run(deps.signal);
      failures = 0;
    } catch (error) {
      failures += 1;
      deps.log.error({ err: error, sweep: sweep.name, failures }, "sweep failed; retrying");
    }
    const backoffMs = failures > 0 ? Math.min(250 * 2 ** failures, longestBackoffMs) : sweep.pollIntervalMs;
    if (!deps.signal.aborted) {
      await waker.wait(backoffMs);
    }
  }
}

type Waker = {
  rearm(): void;
  wake(): void;
  notice(sweep: Sweep, reason: WakeReason, listener: WakeListener): void;
  wait(timeoutMs: number): Promise<void>;
};

/** Keeps a notice that arrives while the sweep runs, because it may concern work that the sweep has already passed. */
function createWaker(): Waker {
  let gate = Promise.withResolvers<void>();
  let isStandby = false;
  return {
    rearm() {
      gate = Promise.withResolvers<void>();
    },
    wake: () => gate.resolve(),
    notice(sweep, reason, listener) {
      const wake = () => {
        isStandby = false;
        sweep.wake?.(reason);
        gate.resolve();
      };
      const standbyMs = sweep.standbyMs?.(reason) ?? 0;
      if (standbyMs === 0) {
        wake();
      } else if (!isStandby) {
        isStandby = true;
        // If it fails, PostgreSQL is away, and the interval does until its connection is back.
        standBy(listener, reason, standbyMs).then(wake, wake);
      }
    },
    async wait(timeoutMs) {
      const timer = setTimeout(gate.resolve, timeoutMs);
      await gate.promise;
      clearTimeout(timer);
    },
  };
}

/** Whatever happened meanwhile is seen by the run that follows. */
async function standBy(listener: WakeListener, reason: WakeReason, standbyMs: number): Promise<void> {
  const resume = await listener.pause(reason);
  await delay(standbyMs);
  await resume();
}
