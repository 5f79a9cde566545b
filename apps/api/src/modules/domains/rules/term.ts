import { dayMs } from "../../../kernel/durations.ts";
import { addYears } from "./schedule.ts";

/** The mean year of the Gregorian calendar. Close enough to count whole years between two dates. */
const yearMs = 365.2425 * dayMs;

const yearsBetween = (from: Date, to: Date) => Math.round((to.getTime() - from.getTime()) / yearMs);

/** The number of years by which a registry's date falls short; differences of a day or a second are ignored. */
export const missingYears = (registryExpiresAt: Date, wanted: Date): number =>
  Math.max(0, yearsBetween(registryExpiresAt, wanted));

type Term = { paidUntil: Date; registryExpiresAt: Date };

/** Our own date moves by all years; the registry's only by those that it hasn't auto-renewed. */
export function renewedTerm(
  { paidUntil, registryExpiresAt }: Term,
  years: number,
): { paidUntil: Date; registryExpiresAt: Date } {
  const missing = Math.max(0, years - yearsBetween(paidUntil, registryExpiresAt));
  return { paidUntil: addYears(paidUntil, years), registryExpiresAt: addYears(registryExpiresAt, missing) };
}

export const isTooFarAhead = (paidUntil: Date, maxYears: number, now: Date): boolean =>
  paidUntil > addYears(now, maxYears);
