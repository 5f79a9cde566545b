import { dayMs, hourMs, minuteMs } from "./durations.ts";

/** The most readable unit: days up to two months, then months, then years. */
function relativeParts(from: Date, to: Date): { value: number; unit: Intl.RelativeTimeFormatUnit } {
  const distanceMs = to.getTime() - from.getTime();
  const size = Math.abs(distanceMs);
  const sign = Math.sign(distanceMs);
  if (size < minuteMs) {
    return { value: Math.trunc(distanceMs / 1000), unit: "second" };
  }
  if (size < hourMs) {
    return { value: Math.trunc(distanceMs / minuteMs), unit: "minute" };
  }
  if (size < 2 * dayMs) {
    return { value: Math.trunc(distanceMs / hourMs), unit: "hour" };
  }
  if (size < 60 * dayMs) {
    return { value: sign * Math.round(size / dayMs), unit: "day" };
  }
  if (size < 730 * dayMs) {
    return { value: sign * Math.floor(size / (30.44 * dayMs)), unit: "month" };
  }
  return { value: sign * Math.floor(size / (365.25 * dayMs)), unit: "year" };
}

const formatters = new Map<string, Intl.RelativeTimeFormat>();

function formatterFor(locale: string): Intl.RelativeTimeFormat {
  const formatter = formatters.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: "always" });
  formatters.set(locale, formatter);
  return formatter;
}

export function writeRelative(locale: string, from: Date, to: Date): string {
  const { value, unit } = relativeParts(from, to);
  // Avoids "0 seconds ago".
  if (unit === "second" && value > -10 && value <= 0) {
    return "just now";
  }
  return formatterFor(locale).format(value, unit);
}
