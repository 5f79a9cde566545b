import { expect, it } from "vitest";
import { yearsAhead } from "./years-ahead.ts";

const now = new Date("2026-06-01T00:00:00.000Z");

it("offers at most the registry's years, and at least one, which the API then validates", () => {
  expect(yearsAhead("2027-06-01T00:00:00.000Z", 10, now)).toBe(9);
  expect(yearsAhead("2027-06-02T00:00:00.000Z", 10, now)).toBe(8);
  expect(yearsAhead("2026-05-20T00:00:00.000Z", 10, now)).toBe(10);
  expect(yearsAhead("2036-05-20T00:00:00.000Z", 10, now)).toBe(1);
});
