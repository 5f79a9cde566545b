import { RefusedServerError } from "@zonepost/db";
import pino from "pino";
import { EnvError } from "../env.ts";
import { createLogger } from "../kernel/log.ts";

/** Runs `stop` once, at the first signal, when the supervisor disappears, or when the result is called. */
export function onShutdownSignal(stop: () => Promise<void>): () => void {
  let stopping = false;
  const stopOnce = () => {
    if (stopping) {
      return;
    }
    stopping = true;
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", stopOnce);
  process.on("SIGINT", stopOnce);
  process.on("disconnect", stopOnce);
  return stopOnce;
}

export function notifyReady(details: Record<string, unknown> = {}): void {
  process.send?.({ type: "ready", ...details });
}

/** Prints a known problem in one line, and logs any other error. */
export function failToStart(error: unknown): never {
  if (error instanceof EnvError || error instanceof RefusedServerError) {
    console.error(`zonepost: ${error.message}`);
  } else {
    const log = createLogger("start", "info", pino.destination({ dest: 2, sync: true }));
    log.fatal({ err: error }, "could not start");
  }
  process.exit(1);
}
