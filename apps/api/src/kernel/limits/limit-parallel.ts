import pLimit from "p-limit";
import { AppError } from "../errors.ts";

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
      throw new AppError("unavailable", "busy", "The service is busy. Try again in a moment.", {
        retryAfterSeconds: 2,
      });
    }
    return limit(work);
  };
}
