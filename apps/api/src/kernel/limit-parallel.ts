import { AppError } from "./errors.ts";

/**
 * Runs `work` at most `maxParallel` times at once; further calls wait in order of arrival, and where `maxWaiting` wait
 * already the next is told to come back.
 */
export function limitParallel<Input, Output>(
  maxParallel: number,
  work: (input: Input) => Promise<Output>,
  maxWaiting = Number.POSITIVE_INFINITY,
): (input: Input) => Promise<Output> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (input) => {
    if (running >= maxParallel) {
      if (waiting.length >= maxWaiting) {
        throw new AppError("unavailable", "busy", "The service is busy. Try again in a moment.", {
          retryAfterSeconds: 2,
        });
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work(input);
    } finally {
      // The slot goes straight to the next in line, so a new caller cannot take it first.
      const next = waiting.shift();
      if (next) {
        next();
      } else {
        running -= 1;
      }
    }
  };
}
