const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** The time from each failed attempt to the next. Together almost three days, as long as Stripe retries. */
export const retryDelaysMs: readonly number[] = [
  10 * secondMs,
  minuteMs,
  10 * minuteMs,
  hourMs,
  4 * hourMs,
  12 * hourMs,
  24 * hourMs,
  24 * hourMs,
];

/** Null after the last attempt. */
export function nextAttemptAt(attempts: number, failedAt: Date): Date | null {
  const delayMs = retryDelaysMs[attempts - 1];
  return delayMs === undefined ? null : new Date(failedAt.getTime() + delayMs);
}

export type NoticeTrouble = "notices_delayed" | "notices_doubled" | "notices_shuffled" | "notices_lost";

const delayedMs = hourMs;
const shuffleStepMs = 30 * secondMs;

/**
 * When each copy of a notice is sent. `timesLeft` counts the notices that the trouble still affects, this one included:
 * shuffled notices wait in reverse order.
 */
export function sendTimes(
  now: Date,
  trouble: { kind: NoticeTrouble; timesLeft: number } | undefined,
): Date[] {
  const after = (delayMs: number) => new Date(now.getTime() + delayMs);
  switch (trouble?.kind) {
    case undefined:
      return [now];
    case "notices_lost":
      return [];
    case "notices_doubled":
      return [now, now];
    case "notices_delayed":
      return [after(delayedMs)];
    case "notices_shuffled":
      return [after(trouble.timesLeft * shuffleStepMs)];
  }
}
