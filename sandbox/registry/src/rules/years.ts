import type { Period } from "@zonepost/epp";
import { Refusal } from "../refusal.ts";

/** The same day and time some years later. 29 February becomes 28 February in other years. */
export function addYears(date: Date, years: number): Date {
  const moved = new Date(date);
  moved.setUTCFullYear(date.getUTCFullYear() + years);
  if (moved.getUTCMonth() !== date.getUTCMonth()) {
    moved.setUTCDate(0);
  }
  return moved;
}

export function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * 86_400_000);
}

/** RFC 5731 section 2.5: the default period is one year. */
export function yearsOf(period: Period | undefined): number {
  if (period === undefined) {
    return 1;
  }
  if (period.unit === "y") {
    return period.value;
  }
  if (period.value % 12 !== 0) {
    throw new Refusal(2306, "periods are whole years");
  }
  return period.value / 12;
}
