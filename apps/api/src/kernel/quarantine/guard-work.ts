import { setTimeout as delay } from "node:timers/promises";
import type { Sweep } from "../due-work/due-work.ts";
import type { QuarantineGuard } from "./quarantine-guard.ts";

const watchIntervalMs = 5_000;

/** Finds the beginning and the end of a quarantine in a worker that has nothing to do. It comes before other sweeps. */
export const watchQuarantine = (guard: QuarantineGuard): Sweep => ({
  name: "quarantine",
  wakeReasons: ["quarantine"],
  pollIntervalMs: watchIntervalMs,
  wake: guard.recheck,
  async run() {
    await guard.isOpen();
  },
});

/** The sweep, which doesn't run in a quarantine, and claims nothing more when one is found. */
export function guardSweep(sweep: Sweep, guard: QuarantineGuard): Sweep {
  return {
    ...sweep,
    wakeReasons: [...sweep.wakeReasons, "quarantine"],
    wake(reason) {
      if (reason !== "quarantine") {
        sweep.wake?.(reason);
      }
    },
    standbyMs: (reason) => (reason === "quarantine" ? 0 : (sweep.standbyMs?.(reason) ?? 0)),
    async run(signal) {
      const stopping = new AbortController();
      const stop = () => stopping.abort();
      const forget = guard.onQuarantine(stop);
      signal.addEventListener("abort", stop, { once: true });
      try {
        if (await guard.isOpen()) {
          await sweep.run(stopping.signal);
        }
      } finally {
        forget();
        signal.removeEventListener("abort", stop);
      }
    },
  };
}

type Task<Payload, Run> = (payload: Payload, run: Run) => Promise<void>;

const waitMs = 1_000;

/** The tasks, which wait for the end of a quarantine before they begin: one that failed would have lost an attempt. */
export function guardTasks<Payload, Run>(
  tasks: Record<string, Task<Payload, Run>>,
  guard: QuarantineGuard,
  signal: AbortSignal,
): Record<string, Task<Payload, Run>> {
  const guarded =
    (task: Task<Payload, Run>): Task<Payload, Run> =>
    async (payload, run) => {
      while (!(await guard.isOpen())) {
        await delay(waitMs, undefined, { signal });
      }
      await task(payload, run);
    };
  return Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, guarded(task)]));
}
