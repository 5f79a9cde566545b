import pLimit from "p-limit";
import { declareError } from "../errors.ts";

const busy = declareError("unavailable", "busy", {
  message: "The service is busy. Try again in a moment.",
  options: () => ({ retryAfterSeconds: 2 }),
  cause: "Too many passwords are being checked right now.",
  fix: "Try again after the seconds in Retry-After.",
});

/**
 * Runs at most `maxParallel` tasks at once, the others in order of arrival. With `maxWaiting` already waiting, the next
 * one is refused as busy.
 */
export function limitParallel(
  maxParallel: number,
  maxWaiting = Number.POSITIVE_INFINITY,
): <Output>(work: () => Promise<Output>) => Promise<Output> {
  const limit = pLimit(maxParallel);
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= maxParallel + maxWaiting) {
      throw busy();
    }
    return limit(work);
  };
}
