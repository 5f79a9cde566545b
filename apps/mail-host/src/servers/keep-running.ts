import { setTimeout as delay } from "node:timers/promises";
import type { ServerProcess } from "@zonepost/server-process";

export type KeptServer = {
  readonly name: string;
  signal(name: NodeJS.Signals): void;
  stop(): Promise<void>;
};

const retryDelayMs = { first: 300, longest: 10_000 };
const healthyAfterMs = 30_000;

/** Runs a server, and starts it again whenever it ends. Rejects if it can't be started at all. */
export async function keepRunning(options: {
  name: string;
  start: () => Promise<ServerProcess>;
  log: (line: string) => void;
}): Promise<KeptServer> {
  const { name, start, log } = options;
  const stopping = new AbortController();
  let server = await start();
  const watched = watch();

  async function watch() {
    let failures = 0;
    for (;;) {
      const startedMs = performance.now();
      const last = await server.exited;
      if (stopping.signal.aborted) {
        return;
      }
      failures = performance.now() - startedMs > healthyAfterMs ? 0 : failures;
      const delayMs = Math.min(retryDelayMs.first * 2 ** failures, retryDelayMs.longest);
      failures += 1;
      log(`${name} ended; starting it again${last ? `: ${last.split("\n").at(-1)}` : ""}`);
      await delay(delayMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) {
        return;
      }
      server = await start();
    }
  }
  return {
    name,
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
