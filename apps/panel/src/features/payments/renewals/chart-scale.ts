type Amounts = { totalCents: number; expiringTotalCents: number };

/** Beyond this many times the median, one month would flatten all others. */
const mostTimesMedian = 10;

/**
 * How high the months are. If one is far above the others, heights grow with the square root, so that the others can still
 * be told apart. Of a bar, both parts share its height in proportion.
 */
export function chartScale(months: readonly Amounts[]) {
  const sums = months.map(({ totalCents, expiringTotalCents }) => totalCents + expiringTotalCents);
  const present = sums.filter((sum) => sum > 0).toSorted((one, other) => one - other);
  const highest = present.at(-1) ?? 0;
  const median = present[Math.floor((present.length - 1) / 2)] ?? 0;
  const isRoot = highest > mostTimesMedian * median;
  const heightOf = (sum: number) => {
    if (highest === 0) {
      return 0;
    }
    return isRoot ? Math.sqrt(sum / highest) : sum / highest;
  };
  return {
    isRoot,
    bars: months.map(({ totalCents, expiringTotalCents }, index) => {
      const sum = sums[index] ?? 0;
      const height = heightOf(sum);
      return {
        renewing: sum === 0 ? 0 : (height * totalCents) / sum,
        expiring: sum === 0 ? 0 : (height * expiringTotalCents) / sum,
      };
    }),
  };
}
