import { dayMs } from "../../ui/values/durations.ts";

/** Whole days from `now` to `at`; negative once it has passed. */
export function daysLeft(now: Date, at: string): number {
  return Math.floor((Date.parse(at) - now.getTime()) / dayMs);
}

/** The urgency of an expiry: none with auto-renew. */
export function expiryUrgency(days: number, autoRenew: boolean): "none" | "soon" | "now" {
  if (days < 0) {
    return "now";
  }
  if (autoRenew || days >= 30) {
    return "none";
  }
  return days < 7 ? "now" : "soon";
}
