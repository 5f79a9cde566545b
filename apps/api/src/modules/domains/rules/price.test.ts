import { describe, expect, it } from "vitest";
import { monthlyPriceCents } from "./price.ts";

describe("monthlyPriceCents", () => {
  it("is a twelfth of the yearly price, rounded up", () => {
    expect(monthlyPriceCents(1200)).toBe(100);
    expect(monthlyPriceCents(1201)).toBe(101);
  });
});
