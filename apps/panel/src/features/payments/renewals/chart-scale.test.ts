import { describe, expect, it } from "vitest";
import { chartScale } from "./chart-scale.ts";

const month = (totalCents: number, expiringTotalCents = 0) => ({ totalCents, expiringTotalCents });

describe("the scale of the months", () => {
  it.each([
    ["no sums", [0, 0], false, [0, 0]],
    ["one month", [500], false, [1]],
    ["months of one size", [1_000, 500, 250], false, [1, 0.5, 0.25]],
    ["ten times the median", [10_000, 1_000, 1_000], false, [1, 0.1, 0.1]],
    ["more than ten times the median", [40_000, 400, 400, 0], true, [1, 0.1, 0.1, 0]],
    ["two months of which one is far above", [90_000, 100], true, [1, 1 / 30]],
  ])("of %s", (_case, sums, isRoot, heights) => {
    const scale = chartScale(sums.map((sum) => month(sum)));
    expect(scale.isRoot).toBe(isRoot);
    scale.bars.forEach(({ renewing }, index) => {
      expect(renewing).toBeCloseTo(heights[index] ?? Number.NaN, 10);
    });
  });

  it("splits a bar in proportion, on either scale", () => {
    const { bars } = chartScale([month(30_000, 10_000), month(100), month(100)]);
    expect(bars[0]?.renewing).toBeCloseTo(0.75);
    expect(bars[0]?.expiring).toBeCloseTo(0.25);
  });
});
