import { EnvError } from "../env.ts";

/** Runs `stop` once, at the first wish to end: a signal, or a supervisor that has vanished. */
export function onStopWish(stop: () => Promise<void>): void {
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

/** Tells a supervisor, where there is one, that work has begun. */
export function sayReady(details: Record<string, unknown> = {}): void {
  process.send?.({ type: "ready", ...details });
}

/** What stands in the way of a start is said in one line; anything else with its stack. */
export function failToStart(error: unknown): never {
  console.error(error instanceof EnvError ? `zonepost: ${error.message}` : error);
  process.exit(1);
}
