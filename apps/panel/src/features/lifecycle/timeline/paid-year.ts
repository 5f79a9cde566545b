const noticeDays = [30, 15, 7, 1] as const;
const dayMs = 86_400_000;

const yearsBefore = (date: Date, years: number) => {
  const earlier = new Date(date);
  earlier.setUTCFullYear(date.getUTCFullYear() - years);
  return earlier;
};

/**
 * The paid time as a bar: from the latest anniversary that has passed, at the earliest the registration, to the end.
 * `share` (0 to 1) is how much of it is used; each notice says where it stands on the bar, and whether its day is ahead,
 * past, or was before the name was registered.
 */
export function paidYear(expiresAt: string, registeredAt: string, shownNow: Date) {
  const end = new Date(expiresAt);
  const registered = new Date(registeredAt);
  // The clock that is shown ticks seldom: a name registered a moment ago would lie ahead of it.
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
