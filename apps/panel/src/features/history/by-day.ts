/** Groups events by their day in `timeZone`, in the given order. */
export function byDay<Entry extends { occurredAt: string }>(
  entries: Entry[],
  timeZone: string,
): { day: string; entries: Entry[] }[] {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  const days: { day: string; entries: Entry[] }[] = [];
  for (const entry of entries) {
    const day = format.format(new Date(entry.occurredAt));
    const last = days.at(-1);
    if (last?.day === day) {
      last.entries.push(entry);
    } else {
      days.push({ day, entries: [entry] });
    }
  }
  return days;
}
