/** What somebody typed into the field, one a line or between commas; null for nothing, which is "from anywhere". */
export function readIpRanges(text: string): string[] | null {
  const ranges = text.split(/[\s,;]+/).filter((one) => one !== "");
  return ranges.length > 0 ? ranges : null;
}

export const writeIpRanges = (ranges: readonly string[] | null): string => (ranges ?? []).join("\n");
