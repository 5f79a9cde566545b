import { dayMs } from "./durations.ts";

function zoneOffsetMs(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(new Date(at));
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  const shown = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second"),
  );
  return shown - Math.trunc(at / 1000) * 1000;
}

/** The moment at which a day (`2026-03-29`) starts in a zone; undefined if the text is not a day. */
export function startOfDay(day: string, timeZone: string): string | undefined {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(day)) {
    return undefined;
  }
  const asUtc = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(asUtc)) {
    return undefined;
  }
  // The offset of the night before may differ, so it is computed again at the result.
  const near = asUtc - zoneOffsetMs(asUtc, timeZone);
  return new Date(asUtc - zoneOffsetMs(near, timeZone)).toISOString();
}

/** The moment at which a day ends in a zone: the start of the next. */
export function endOfDay(day: string, timeZone: string): string | undefined {
  const asUtc = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(asUtc)) {
    return undefined;
  }
  return startOfDay(new Date(asUtc + dayMs).toISOString().slice(0, 10), timeZone);
}
