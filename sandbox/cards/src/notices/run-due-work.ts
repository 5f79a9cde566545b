import type { Processor } from "../context.ts";
import { applyDueChange } from "./apply-due-changes.ts";
import { sendNotices } from "./send-notices.ts";

export type DueWorkLoop = {
  wake(): void;
  /** Resolves once the work is done that had begun before. */
  settled(): Promise<void>;
  stop(): Promise<void>;
};

const pollIntervalMs = 1000;
/** The channel on which the API announces that the business clock has moved. */
const channel = "zonepost_wake";

/** Does the work that is due by the business clock, until it is stopped. */
export async function runDueWork(processor: Processor, baseUrl: () => string): Promise<DueWorkLoop> {
  const { sql, log } = processor;
  const stopping = new AbortController();
  const { signal } = stopping;
  let isRequested = false;
  let resume = () => {};
  let current = Promise.resolve(false);

  const wake = () => {
    isRequested = true;
    resume();
  };

  async function pause(): Promise<void> {
    if (isRequested || signal.aborted) {
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    resume = resolve;
    const timer = setTimeout(resolve, pollIntervalMs);
    await promise;
    clearTimeout(timer);
  }

  const next = async () =>
    (await applyDueChange(processor)) || (await sendNotices(processor, baseUrl(), signal)) > 0;

  function doNext(): Promise<boolean> {
    current = next();
    return current;
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      isRequested = false;
      try {
        while (!signal.aborted && (await doNext())) {
          // Until nothing is due.
        }
      } catch (error) {
        log({ event: "error", error });
      }
      await pause();
    }
  }

  const listener = await sql.listen(channel, (reason) => {
    if (reason === "clock") {
      wake();
    }
  });
  const running = run();
  return {
    wake,
    async settled() {
      await current.catch(() => {});
    },
    async stop() {
      stopping.abort();
      resume();
      await running;
      await listener.unlisten();
    },
  };
}
