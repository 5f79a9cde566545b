import { EnvError } from "../env.ts";

/** Runs `stop` once, at the first signal or when the supervisor disappears. */
export function onShutdownSignal(stop: () => Promise<void>): void {
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
}

export function notifyReady(details: Record<string, unknown> = {}): void {
  process.send?.({ type: "ready", ...details });
}

/** Prints a known problem in one line, and any other error with its stack. */
export function failToStart(error: unknown): never {
  console.error(error instanceof EnvError ? `zonepost: ${error.message}` : error);
  process.exit(1);
}
