import { expect, it } from "vitest";
import { expiryStateOf } from "./card-expiry.ts";

it.each([
  ["2030-07-31T23:59:59Z", "valid"],
  ["2030-08-01T00:00:00Z", "soon"],
  ["2030-08-31T23:59:59Z", "soon"],
  ["2030-09-01T00:00:00Z", "expired"],
  ["2029-08-15T00:00:00Z", "valid"],
  ["2031-01-01T00:00:00Z", "expired"],
])("a card for 08/2030 is, at %s, %s", (now, state) => {
  expect(expiryStateOf({ expiryMonth: 8, expiryYear: 2030 }, new Date(now))).toBe(state);
});

it("a card for December expires with the year", () => {
  const december = { expiryMonth: 12, expiryYear: 2030 };
  expect(expiryStateOf(december, new Date("2030-12-31T23:59:59Z"))).toBe("soon");
  expect(expiryStateOf(december, new Date("2031-01-01T00:00:00Z"))).toBe("expired");
});
