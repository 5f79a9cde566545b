import { describe, expect, it } from "vitest";
import { durationBucketCount, durationBucketOf, percentileMs } from "./duration-buckets.ts";

const countsOf = (durationsMs: readonly number[]): number[] => {
  const counts = Array.from({ length: durationBucketCount }, () => 0);
  for (const durationMs of durationsMs) {
    const bucket = durationBucketOf(durationMs);
    counts[bucket] = (counts[bucket] as number) + 1;
  }
  return counts;
};

describe("durationBucketOf", () => {
  it.each([
    [0, 0],
    [1, 0],
    [2, 2],
    [3, 3],
    [4, 4],
    [100, 13],
    [15_000, 27],
    [1_000_000, durationBucketCount - 1],
  ])("puts %i ms into bucket %i", (durationMs, bucket) => {
    expect(durationBucketOf(durationMs)).toBe(bucket);
  });
});

describe("percentileMs", () => {
  it("has nothing to report without attempts", () => {
    expect(percentileMs(countsOf([]), 0.95)).toBeNull();
  });

  it.each([
    ["equal durations", Array.from({ length: 50 }, () => 300), 300],
    ["a uniform spread", Array.from({ length: 1_000 }, (_, index) => index), 950],
    ["a slow twentieth", [...Array(94).fill(10), ...Array(6).fill(15_000)], 15_000],
    ["a single attempt", [8], 8],
  ])("is within a fifth of the real value for %s", (_, durationsMs, expected) => {
    const p95 = percentileMs(countsOf(durationsMs), 0.95) ?? 0;
    expect(p95 / expected).toBeGreaterThan(0.75);
    expect(p95 / expected).toBeLessThan(1.4);
  });
});
