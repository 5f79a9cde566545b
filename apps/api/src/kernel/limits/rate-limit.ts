import type { Db, Sql } from "@zonepost/db";
import { hourMs, minuteMs } from "../durations.ts";
import { declareError } from "../errors.ts";

export type RateLimitState = { limit: number; remaining: number; resetSeconds: number };

const windowMs = minuteMs;
const windowStartOf = (now: number, periodMs = windowMs) => Math.floor(now / periodMs) * periodMs;
const secondsLeft = (now: number, periodMs = windowMs) =>
  Math.ceil((windowStartOf(now, periodMs) + periodMs - now) / 1000);

export const secondsToReset = (now: Date): number => secondsLeft(now.getTime());

export const rateLimited = declareError("rate_limited", "rate_limited", {
  message: (resetSeconds: number) => `Too many requests. Try again in ${resetSeconds} seconds.`,
  options: (resetSeconds) => ({ retryAfterSeconds: resetSeconds }),
  cause: "You sent more requests in this minute than one actor, address or network is allowed.",
  fix: "Wait for the seconds in Retry-After. The RateLimit headers show how many requests are left.",
});

type Taken = { bucket: string; windowStart: number; count: number };

/** Adds to a counter in the database, which all processes share; returns its new value. */
async function take(db: Db, taken: Taken): Promise<number> {
  const [row] = await taking(db.$client, taken);
  return row?.used ?? taken.count;
}

const taking = (sql: Sql, { bucket, windowStart, count }: Taken, condition = sql``) => sql<
  { used: number }[]
>`
  insert into rate_limit_windows (bucket, window_start, used)
  select ${bucket}::text, to_timestamp(${windowStart / 1000}), ${count}::int ${condition}
  on conflict (bucket, window_start) do update set used = rate_limit_windows.used + excluded.used
  returning used`;

/** The start of the buckets of days, which are kept for longer. A day is the longest period. */
export const dayBucketStart = "day:";
export type Tries = { bucket: string; periodMs: number; now: Date };

const kept = (bucket: string, periodMs: number) => (periodMs > hourMs ? dayBucketStart + bucket : bucket);

/** Counts one try exactly, across processes; returns the period's total. */
export async function countTry(
  db: Db,
  { bucket, periodMs, now }: Tries,
): Promise<{ used: number; resetSeconds: number }> {
  const windowStart = windowStartOf(now.getTime(), periodMs);
  const used = await take(db, { bucket: kept(bucket, periodMs), windowStart, count: 1 });
  return { used, resetSeconds: secondsLeft(now.getTime(), periodMs) };
}

/**
 * Counts one try of this minute in the first bucket and, unless that one is now over its limit, in the second. One
 * statement, for the tries that precede every password. Returns the totals of the buckets that were counted.
 */
export async function countTryInOrder(
  db: Db,
  first: { bucket: string; limitPerMinute: number },
  second: { bucket: string },
  now: Date,
): Promise<number[]> {
  const sql = db.$client;
  const minute = { windowStart: windowStartOf(now.getTime()), count: 1 };
  const isWithinFirst = sql`from first where used <= ${first.limitPerMinute}`;
  const rows = await sql<{ used: number }[]>`
    with first as (${taking(sql, { ...minute, bucket: first.bucket })}),
      second as (${taking(sql, { ...minute, bucket: second.bucket }, isWithinFirst)})
    select used, 1 as place from first union all select used, 2 from second order by place`;
  return rows.map(({ used }) => used);
}

/** For a try that turned out not to count. */
export async function uncountTry(db: Db, { bucket, periodMs, now }: Tries): Promise<void> {
  const windowStart = windowStartOf(now.getTime(), periodMs);
  await take(db, { bucket: kept(bucket, periodMs), windowStart, count: -1 });
}

/** Counts one try exactly, across processes. Throws above the limit. */
export async function countExactly(
  db: Db,
  bucket: string,
  limitPerMinute: number,
  now: Date,
  refusal = rateLimited,
): Promise<RateLimitState> {
  const { used, resetSeconds } = await countTry(db, { bucket, periodMs: windowMs, now });
  if (used > limitPerMinute) {
    throw refusal(resetSeconds);
  }
  return { limit: limitPerMinute, remaining: limitPerMinute - used, resetSeconds };
}

export type RateLimiter = {
  limitPerMinute: number;
  /** Counts a request; throws when the minute's quota is used up. */
  count(key: string): Promise<RateLimitState>;
};

/**
 * A quota per minute that all processes share, reserved from the database in blocks: most requests then need no write,
 * and a process can withhold at most one block from the others.
 */
export function createRateLimiter(db: Db, limitPerMinute: number, wallNow: () => Date): RateLimiter {
  const blockSize = Math.max(1, Math.ceil(limitPerMinute / 10));
  type Allowance = {
    windowStart: number;
    tokens: number;
    granted: number;
    isExhausted: boolean;
    refill: Promise<void> | null;
  };
  const allowances = new Map<string, Allowance>();
  let sweptWindow = 0;

  const refill = async (key: string, allowance: Allowance) => {
    const { windowStart } = allowance;
    const used = await take(db, { bucket: `api:${key}`, windowStart, count: blockSize });
    const overdrawn = Math.max(0, used - limitPerMinute);
    const granted = Math.max(0, blockSize - overdrawn);
    allowance.tokens += granted;
    allowance.granted = Math.min(used, limitPerMinute);
    allowance.isExhausted = granted < blockSize;
  };

  return {
    limitPerMinute,
    async count(key) {
      const now = wallNow().getTime();
      const windowStart = windowStartOf(now);
      if (windowStart !== sweptWindow) {
        for (const [other, { windowStart: start }] of allowances) {
          if (start !== windowStart) {
            allowances.delete(other);
          }
        }
        sweptWindow = windowStart;
      }
      let allowance = allowances.get(key);
      if (!allowance) {
        allowance = { windowStart, tokens: 0, granted: 0, isExhausted: false, refill: null };
        allowances.set(key, allowance);
      }
      while (allowance.tokens === 0 && !allowance.isExhausted) {
        const current = allowance;
        current.refill ??= refill(key, current).finally(() => {
          current.refill = null;
        });
        await current.refill;
      }
      const resetSeconds = secondsLeft(now);
      if (allowance.tokens === 0) {
        throw rateLimited(resetSeconds);
      }
      allowance.tokens -= 1;
      const remaining = limitPerMinute - allowance.granted + allowance.tokens;
      return { limit: limitPerMinute, remaining, resetSeconds };
    },
  };
}
