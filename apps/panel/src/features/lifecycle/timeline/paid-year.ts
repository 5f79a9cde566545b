import { dayMs } from "../../../ui/values/durations.ts";

const noticeDays = [30, 15, 7, 1] as const;

const yearsBefore = (date: Date, years: number) => {
  const earlier = new Date(date);
  earlier.setUTCFullYear(date.getUTCFullYear() - years);
  return earlier;
};

/**
 * The paid period as a bar: from the latest anniversary, or the registration, to the expiry date. `share` (0 to 1) is
 * the elapsed part. Each notice has its position, and whether it is ahead, past, or before registration.
 */
export function paidYear(expiresAt: string, registeredAt: string, shownNow: Date) {
  const end = new Date(expiresAt);
  const registered = new Date(registeredAt);
  // The displayed clock ticks rarely, so a domain registered a moment ago would be in its future.
  const now = shownNow < registered ? registered : shownNow;
  let years = 1;
  while (yearsBefore(end, years) > now) {
    years += 1;
  }
  const anniversary = yearsBefore(end, years);
  const start = anniversary < registered && registered < end ? registered : anniversary;
  const shareAt = (moment: number) =>
    Math.min(Math.max((moment - start.getTime()) / (end.getTime() - start.getTime()), 0), 1);
  return {
    start: start.toISOString(),
    share: shareAt(now.getTime()),
    notices: noticeDays.map((days) => {
      const at = end.getTime() - days * dayMs;
      const state = at > now.getTime() ? "ahead" : at > registered.getTime() ? "past" : "before";
      return { days, at: new Date(at).toISOString(), share: shareAt(at), state } as const;
    }),
  };
}
