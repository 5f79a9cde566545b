import { setTimeout as delay } from "node:timers/promises";
import type { ServerProcess } from "./server-process.ts";

export type KeptServer = {
  readonly name: string;
  /** The process, and the leader of its group; undefined while it isn't running. */
  readonly pid: number | undefined;
  /** Why it ended last, in one line; undefined if it never did. */
  readonly lastEnd: string | undefined;
  signal(name: NodeJS.Signals): void;
  stop(): Promise<void>;
};

const retryDelayMs = { first: 300, longest: 10_000 };
const healthyAfterMs = 30_000;

/**
 * Runs a server, and starts it again whenever it ends, with a line that has its reason. Rejects if it can't be started at
 * all.
 */
export async function keepRunning(options: {
  name: string;
  start: () => Promise<ServerProcess>;
  log: (line: string) => void;
  /** The last line of a server that writes its reasons to a log instead of its output. */
  readReason?: () => Promise<string | undefined>;
  onEnd?: () => void;
}): Promise<KeptServer> {
  const { name, start, log, readReason, onEnd } = options;
  const stopping = new AbortController();
  let server = await start();
  let lastEnd: string | undefined;
  const watched = watch();

  async function watch() {
    let failures = 0;
    for (;;) {
      const startedMs = performance.now();
      const output = await server.exited;
      if (stopping.signal.aborted) {
        return;
      }
      failures = performance.now() - startedMs > healthyAfterMs ? 0 : failures;
      const delayMs = Math.min(retryDelayMs.first * 2 ** failures, retryDelayMs.longest);
      failures += 1;
      const reason = output.split("\n").at(-1) || (await readReason?.().catch(() => undefined));
      const times = failures > 1 ? ` ${failures} times in a row` : "";
      lastEnd = `${name} ended${times}: ${reason || "it gave no reason"}`;
      onEnd?.();
      log(`${lastEnd}; starting it again in ${delayMs / 1000} s`);
      await delay(delayMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) {
        return;
      }
      server = await start();
    }
  }
  return {
    name,
    get pid() {
      return server.isRunning() ? server.pid : undefined;
    },
    get lastEnd() {
      return lastEnd;
    },
    signal(signalName) {
      if (server.isRunning()) {
        process.kill(server.pid, signalName);
      }
    },
    async stop() {
      stopping.abort();
      await server.stop();
      await watched;
    },
  };
}
