import { addYears, yearsBetween } from "./schedule.ts";

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
