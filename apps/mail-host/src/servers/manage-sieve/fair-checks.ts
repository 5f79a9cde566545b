import { setTimeout as delay } from "node:timers/promises";

/** A check is followed by a pause of this many times its duration. */
const pauseFactor = 9;
const maxPauseMs = 2_000;

/** Runs the checks of one account one after the other, so that they take a tenth of the time of a core at most. */
export class FairChecks {
  readonly #last = new Map<string, Promise<void>>();

  async run<Result>(account: string, check: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(account) ?? Promise.resolve();
    const done = Promise.withResolvers<void>();
    this.#last.set(account, done.promise);
    await before;
    const startedMs = performance.now();
    try {
      return await check();
    } finally {
      const pauseMs = Math.min((performance.now() - startedMs) * pauseFactor, maxPauseMs);
      void delay(pauseMs, undefined, { ref: false }).then(() => {
        done.resolve();
        if (this.#last.get(account) === done.promise) {
          this.#last.delete(account);
        }
      });
    }
  }
}
