import { describe, expect, it } from "vitest";
import { taxCentsOf, taxPercentOf } from "./tax-policy.ts";

describe("taxPercentOf", () => {
  const rates = { taxPercent: 5, taxPercentByCountry: { DE: 19, US: 0 } };
  it.each<[string, string | null, number]>([
    ["the country's rate", "DE", 19],
    ["a country's rate of 0", "US", 0],
    ["the general rate for another country", "FR", 5],
    ["the general rate without an address", null, 5],
  ])("is %s", (_, countryCode, percent) => {
    expect(taxPercentOf(rates, countryCode)).toBe(percent);
  });
});

describe("taxCentsOf", () => {
  it.each<[priceCents: number, taxPercent: number, taxCents: number]>([
    [1000, 19, 190],
    [1000, 0, 0],
    [0, 19, 0],
    // 0.19 and 0.57
    [1, 19, 0],
    [3, 19, 1],
    // Exactly half a cent
    [50, 19, 10],
    [10, 5, 1],
    // 57.5, but 57.49… in floating point
    [5000, 1.15, 58],
    [1999, 8.875, 177],
    [99_999_999_900, 100, 99_999_999_900],
  ])("of %d at %d %% is %d", (priceCents, taxPercent, taxCents) => {
    expect(taxCentsOf(priceCents, taxPercent)).toBe(taxCents);
  });
});
