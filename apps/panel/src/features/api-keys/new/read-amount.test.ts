import { describe, expect, it } from "vitest";
import { readAmount } from "./read-amount.ts";

describe("a typed amount", () => {
  it.each([
    ["", 2, null],
    ["  ", 2, null],
    ["50", 2, 5000],
    ["50.5", 2, 5050],
    ["0,05", 2, 5],
    [" 19.99 ", 2, 1999],
    ["1500", 0, 1500],
    ["12.345", 3, 12_345],
    ["1.5", 0, Number.NaN],
    ["1.234", 2, Number.NaN],
    ["1,234.50", 2, Number.NaN],
    ["-5", 2, Number.NaN],
    ["€50", 2, Number.NaN],
    ["1e3", 2, Number.NaN],
  ])("%j with %i decimals is %s", (text, digits, cents) => {
    expect(readAmount(text, digits)).toBe(cents);
  });
});
