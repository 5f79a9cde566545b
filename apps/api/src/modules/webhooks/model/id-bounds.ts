import { minuteMs, secondMs } from "../../../kernel/durations.ts";
import { firstIdAt } from "../../../kernel/ids.ts";

/** A row's id is newer than the moment that it stores: by the time its transaction waited. */
export const slackMs = 15 * minuteMs;

/**
 * Ids between which all rows of a period of business time are, so that the index and the partitions of ids limit a
 * search by time. Business time is ahead of the wall clock of ids by 0 at first and by `aheadMs` now.
 */
export function idBounds(
  period: { since?: string | undefined; until?: string | undefined },
  aheadMs: number,
): { first?: string; end?: string } {
  const { since, until } = period;
  return {
    ...(since === undefined ? {} : { first: firstIdAt(Date.parse(since) - Math.max(aheadMs, 0) - slackMs) }),
    // Only in tests is business time behind by more than the moment between reading both clocks: then a time says
    // nothing about the latest id.
    ...(until === undefined || aheadMs < -secondMs ? {} : { end: firstIdAt(Date.parse(until) + slackMs) }),
  };
}
