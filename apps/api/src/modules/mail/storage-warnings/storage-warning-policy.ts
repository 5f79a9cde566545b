/** In percent of a quota, highest first. */
export const levels = [95, 80];
/** A level is over once the use is this far below it, so that a use around it doesn't cause one email after the other. */
export const marginPercent = 5;

/**
 * Of which share to warn now, and which to remember. A share is told once, when it is reached from below; a lower one isn't
 * told on the way down.
 */
export function nextWarning(
  usedBytes: number,
  quotaBytes: number,
  warnedPercent: number,
): { warnsOf: number | null; warnedPercent: number } {
  const reaches = (percent: number) => usedBytes * 100 >= quotaBytes * percent;
  const reached = levels.find(reaches) ?? 0;
  if (reached > warnedPercent) {
    return { warnsOf: reached, warnedPercent: reached };
  }
  const kept = levels.find((level) => level <= warnedPercent && reaches(level - marginPercent)) ?? 0;
  return { warnsOf: null, warnedPercent: kept };
}
