import { digestHourUtc } from "@zonepost/schema";
import { dayMs, hourMs } from "../../../kernel/durations.ts";

/** The next time at which digests are sent, after `now`. */
export function nextDigestAt(now: Date): Date {
  const midnightMs = Math.floor(now.getTime() / dayMs) * dayMs;
  const todayMs = midnightMs + digestHourUtc * hourMs;
  return new Date(todayMs > now.getTime() ? todayMs : todayMs + dayMs);
}
