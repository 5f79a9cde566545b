import type { Processor } from "../context.ts";
import { applyDueChange } from "./apply-due-changes.ts";
import { sendNotices } from "./send-notices.ts";

export type DueWorkLoop = { wake(): void; stop(): Promise<void> };

const pollIntervalMs = 1000;
/** The channel on which the API announces that the business clock has moved. */
const channel = "zonepost_wake";

/** Does what is due by the business clock, until it is stopped. */
export async function runDueWork(processor: Processor, baseUrl: () => string): Promise<DueWorkLoop> {
  const { sql, log } = processor;
  let isStopping = false;
  let isRequested = false;
  let resume = () => {};

  const wake = () => {
    isRequested = true;
    resume();
  };

  async function pause(): Promise<void> {
    if (isRequested || isStopping) {
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    resume = resolve;
    const timer = setTimeout(resolve, pollIntervalMs);
    await promise;
    clearTimeout(timer);
  }

  async function run(): Promise<void> {
    while (!isStopping) {
      isRequested = false;
      try {
        while (
          !isStopping &&
          ((await applyDueChange(processor)) || (await sendNotices(processor, baseUrl())))
        ) {
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
    async stop() {
      isStopping = true;
      resume();
      await running;
      await listener.unlisten();
    },
  };
}
