/** The rate limit of a registrar's commands in all its sessions. */
export type CommandRate = {
  commandsPerSecond: number;
  /** The largest burst after a pause. Default: the commands of one second. */
  burst?: number;
  /** The number of consecutive refusals before the session is closed. Default: 20. */
  refusalsBeforeClose?: number;
};

export type CommandRateLimit = {
  /** Returns 1000, or the code to refuse the command with: first 2400, then 2502. */
  check(registrar: string): 1000 | 2400 | 2502;
};

type Bucket = {
  tokens: number;
  filledAtMs: number;
  refusals: number;
};

/** Counts commands in this process, with a monotonic clock in milliseconds. */
export function limitCommandRate(
  rate: CommandRate | undefined,
  nowMs = () => performance.now(),
): CommandRateLimit {
  if (!rate) {
    return { check: () => 1000 };
  }
  const { commandsPerSecond, burst = Math.max(1, commandsPerSecond), refusalsBeforeClose = 20 } = rate;
  const buckets = new Map<string, Bucket>();
  return {
    check(registrar) {
      const now = nowMs();
      const bucket = buckets.get(registrar) ?? { tokens: burst, filledAtMs: now, refusals: 0 };
      buckets.set(registrar, bucket);
      const filled = ((now - bucket.filledAtMs) / 1000) * commandsPerSecond;
      bucket.tokens = Math.min(burst, bucket.tokens + filled);
      bucket.filledAtMs = now;
      if (bucket.tokens >= 1) {
        bucket.tokens -= 1;
        bucket.refusals = 0;
        return 1000;
      }
      bucket.refusals += 1;
      if (bucket.refusals < refusalsBeforeClose) {
        return 2400;
      }
      bucket.refusals = 0;
      return 2502;
    },
  };
}
