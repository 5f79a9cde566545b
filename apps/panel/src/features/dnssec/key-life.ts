import type { KeyTimelineEntry } from "@zonepost/schema";
import { dayMs } from "../../ui/values/durations.ts";

export type KeyBar = { entry: KeyTimelineEntry; start: number; end: number };

const leastMs = dayMs;

/**
 * Bars on one time line, from publication to removal, as shares (0 to 1) of `from` to `now`. A record older than the
 * history starts at `from`; a published one ends at `now`.
 */
export function keyBars(
  entries: KeyTimelineEntry[],
  registeredAt: string,
  now: Date,
): { from: string; bars: KeyBar[] } {
  const known = entries
    .flatMap(({ published, removed }) => [published?.at, removed?.at])
    .flatMap((at) => at ?? []);
  const isOlder = entries.some(({ published }) => published === null);
  const starts = [...known, ...(isOlder ? [registeredAt] : [])].map(Date.parse);
  // At least a day, so that the bar of a new key is visible.
  const from = Math.min(...starts, now.getTime() - leastMs);
  const shareAt = (at: number) => Math.min(Math.max((at - from) / (now.getTime() - from), 0), 1);
  return {
    from: new Date(from).toISOString(),
    bars: entries.map((entry) => ({
      entry,
      start: entry.published ? shareAt(Date.parse(entry.published.at)) : 0,
      end: entry.removed ? shareAt(Date.parse(entry.removed.at)) : 1,
    })),
  };
}
