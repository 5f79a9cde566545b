/** Splits the ranges at lines or commas; null if empty, which allows any address. */
export function readIpRanges(text: string): string[] | null {
  const ranges = text.split(/[\s,;]+/).filter((one) => one !== "");
  return ranges.length > 0 ? ranges : null;
}

export const writeIpRanges = (ranges: readonly string[] | null): string => (ranges ?? []).join("\n");
