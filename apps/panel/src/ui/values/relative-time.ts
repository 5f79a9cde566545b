import { dayMs, hourMs, minuteMs } from "./durations.ts";

/** The most readable unit: days up to two months, then months, then years. */
const units = [
  { unit: "second", sizeMs: 1_000, below: 60 },
  { unit: "minute", sizeMs: minuteMs, below: 60 },
  { unit: "hour", sizeMs: hourMs, below: 48 },
  { unit: "day", sizeMs: dayMs, below: 60 },
  { unit: "month", sizeMs: 30.44 * dayMs, below: 24 },
  { unit: "year", sizeMs: 365.25 * dayMs, below: Number.POSITIVE_INFINITY },
] as const;

/** Rounds to the nearest whole unit. A full count moves to the next unit: never "60 minutes" or "12 months". */
function relativeParts(from: Date, to: Date): { value: number; unit: (typeof units)[number]["unit"] } {
  const distanceMs = to.getTime() - from.getTime();
  const sign = Math.sign(distanceMs);
  for (const { unit, sizeMs, below } of units) {
    const value = Math.round(Math.abs(distanceMs) / sizeMs);
    if (value < below && !(unit === "month" && value === 12)) {
      return { value: sign * value, unit };
    }
  }
  throw new Error("not a date");
}

const formatters = new Map<string, Intl.RelativeTimeFormat>();

function formatterFor(locale: string): Intl.RelativeTimeFormat {
  const formatter = formatters.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: "always" });
  formatters.set(locale, formatter);
  return formatter;
}

/** @param hasHappened "just now" at the latest, also if it is from a clock that is ahead */
export function writeRelative(locale: string, now: Date, at: Date, hasHappened = false): string {
  const { value, unit } = relativeParts(hasHappened && at > now ? at : now, at);
  // Avoids "0 seconds ago".
  if (unit === "second" && value > -10 && value <= 0) {
    return "just now";
  }
  return formatterFor(locale).format(value, unit);
}

/** How long it is until then: "15 days". */
export function writeDistance(locale: string, now: Date, until: Date): string {
  const { value, unit } = relativeParts(now, until);
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(Math.abs(value));
}
