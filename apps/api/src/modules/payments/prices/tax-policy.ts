import type { PriceList } from "./price-list.ts";

type TaxRates = Pick<PriceList, "taxPercent" | "taxPercentByCountry">;

/** Without an address, the country is null. */
export const taxPercentOf = (rates: TaxRates, countryCode: string | null): number =>
  (countryCode === null ? undefined : rates.taxPercentByCountry[countryCode]) ?? rates.taxPercent;

// Rates have up to three decimals.
const percentUnit = 1_000;
const wholeUnits = 100 * percentUnit;

/** Rounded half up, in whole numbers: 1.15 × 1 is less than 1.15 in floating point. */
export function taxCentsOf(priceCents: number, taxPercent: number): number {
  const units = priceCents * Math.round(taxPercent * percentUnit) + wholeUnits / 2;
  return (units - (units % wholeUnits)) / wholeUnits;
}
