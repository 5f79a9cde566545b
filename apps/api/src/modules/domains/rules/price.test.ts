import { describe, expect, it } from "vitest";
import { monthlyPriceCents } from "./price.ts";

describe("monthlyPriceCents", () => {
  it("is a twelfth of the yearly price, rounded up, and zero if unavailable", () => {
    expect(monthlyPriceCents({ available: true, registerYearCents: 1200 })).toBe(100);
    expect(monthlyPriceCents({ available: true, registerYearCents: 1201 })).toBe(101);
    expect(monthlyPriceCents({ available: false, registerYearCents: 1200 })).toBe(0);
    expect(monthlyPriceCents({ available: true, registerYearCents: null })).toBe(0);
  });
});
