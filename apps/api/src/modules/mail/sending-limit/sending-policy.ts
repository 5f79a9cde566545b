import { minuteMs } from "../../../kernel/durations.ts";

/** The recipients that were counted in a minute. */
export type CountedMinute = { minute: Date; recipients: number };

/** A recipient counts for an hour after the end of its minute, so that no 60 minutes have more than the limit. */
const countedMs = 61 * minuteMs;

export const sumOf = (minutes: readonly CountedMinute[]): number =>
  minutes.reduce((sum, { recipients }) => sum + recipients, 0);

/** When another recipient is accepted; null if that is so now. `minutes` are those that still count, oldest first. */
export function limitedUntil(minutes: readonly CountedMinute[], limit: number): Date | null {
  let left = sumOf(minutes);
  let until: Date | null = null;
  for (const { minute, recipients } of minutes) {
    if (left < limit) {
      break;
    }
    left -= recipients;
    until = new Date(minute.getTime() + countedMs);
  }
  return until;
}
