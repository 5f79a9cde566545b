export const noticeDays = [30, 15, 7, 1] as const;
const dayMs = 86_400_000;

const yearsBefore = (date: Date, years: number) => {
  const earlier = new Date(date);
  earlier.setUTCFullYear(date.getUTCFullYear() - years);
  return earlier;
};

/**
 * The paid time as a bar: from the latest anniversary that has passed to the end. `share` (0 to 1) is how much of it
 * is used, each notice says where it stands on the bar and whether it has been given.
 */
export function paidYear(expiresAt: string, now: Date) {
  const end = new Date(expiresAt);
  let years = 1;
  while (yearsBefore(end, years) > now) years += 1;
  const start = yearsBefore(end, years);
  const shareAt = (moment: number) =>
    Math.min(Math.max((moment - start.getTime()) / (end.getTime() - start.getTime()), 0), 1);
  return {
    start: start.toISOString(),
    share: shareAt(now.getTime()),
    notices: noticeDays.map((days) => {
      const at = end.getTime() - days * dayMs;
      return { days, at: new Date(at).toISOString(), share: shareAt(at), isPast: at <= now.getTime() };
    }),
  };
}
