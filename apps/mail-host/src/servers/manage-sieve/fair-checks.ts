import { setTimeout as delay } from "node:timers/promises";

/** Work is followed by a pause of this many times its duration. */
const pauseFactor = 9;
const maxPauseMs = 2_000;

/** Runs the checks of one account one after the other, so that they take a tenth of the time of a core at most. */
export class FairChecks {
  readonly #last = new Map<string, Promise<void>>();

  async run<Result>(
    account: string,
    /** Gets a function that runs work and counts its time, without that of the database. */
    check: (measure: <Value>(work: () => Value) => Value) => Promise<Result>,
  ): Promise<Result> {
    const before = this.#last.get(account) ?? Promise.resolve();
    const done = Promise.withResolvers<void>();
    this.#last.set(account, done.promise);
    await before;
    let spentMs = 0;
    const measure = <Value>(work: () => Value): Value => {
      const startedMs = performance.now();
      try {
        return work();
      } finally {
        spentMs += performance.now() - startedMs;
      }
    };
    try {
      return await check(measure);
    } finally {
      const pauseMs = Math.min(spentMs * pauseFactor, maxPauseMs);
      void delay(pauseMs, undefined, { ref: false }).then(() => {
        done.resolve();
        if (this.#last.get(account) === done.promise) {
          this.#last.delete(account);
        }
      });
    }
  }
}
