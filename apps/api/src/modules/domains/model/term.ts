import { addYears } from "./schedule.ts";

/** The mean year of the Gregorian calendar. Dates a whole number of years apart are told from others by far. */
const yearMs = 365.2425 * 86_400_000;

const yearsBetween = (from: Date, to: Date) => Math.round((to.getTime() - from.getTime()) / yearMs);

/** How many years a registry's date falls short of another; a day or a second of rounding counts for nothing. */
export const missingYears = (registryExpiresAt: Date, wanted: Date): number =>
  Math.max(0, yearsBetween(registryExpiresAt, wanted));

type Term = { paidUntil: Date; registryExpiresAt: Date };

/**
 * Where a renewal leads: our own date by all years, the registry's by those only that it has not renewed by itself
 * already.
 */
export function renewedTerm(
  { paidUntil, registryExpiresAt }: Term,
  years: number,
): { paidUntil: Date; registryExpiresAt: Date } {
  const missing = Math.max(0, years - yearsBetween(paidUntil, registryExpiresAt));
  return { paidUntil: addYears(paidUntil, years), registryExpiresAt: addYears(registryExpiresAt, missing) };
}

/** Whether a term would end further ahead than a registry allows. */
export const isTooFarAhead = (paidUntil: Date, maxYears: number, now: Date): boolean =>
  paidUntil > addYears(now, maxYears);
