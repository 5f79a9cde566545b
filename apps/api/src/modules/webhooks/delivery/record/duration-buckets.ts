/** Two buckets for each doubling, from 1 ms to 32 s, which is longer than any attempt. */
const bucketsPerDoubling = 2;
export const durationBucketCount = 31;

/** A bucket's lowest duration; the first one also holds everything shorter. */
const lowestMs = (bucket: number): number => 2 ** (bucket / bucketsPerDoubling);

/** The bucket of an attempt in `delivery_hours.duration_counts`, from 0. */
export function durationBucketOf(durationMs: number): number {
  const bucket = Math.floor(Math.log2(Math.max(durationMs, 1)) * bucketsPerDoubling);
  return Math.min(bucket, durationBucketCount - 1);
}

/**
 * The duration that `share` of the attempts stay below, interpolated within its bucket; null without attempts.
 * @param counts the number of attempts in each bucket
 * @param share above 0 and at most 1, such as 0.95
 */
export function percentileMs(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) {
    return null;
  }
  let left = total * share;
  const bucket = counts.findIndex((count) => {
    left -= count;
    return left <= 0 && count > 0;
  });
  const [from, to] = [lowestMs(bucket), lowestMs(bucket + 1)];
  const inside = 1 + left / (counts[bucket] as number);
  return Math.round(from + (to - from) * inside);
}
