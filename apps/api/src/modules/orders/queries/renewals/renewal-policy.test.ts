import { describe, expect, it } from "vitest";
import { endOfForecast, forecastMonths, forecastOf, stateOfOrder } from "./renewal-policy.ts";

const now = new Date("2026-11-30T23:30:00Z");

describe("the months of a forecast", () => {
  it.each([
    ["2026-11-30T23:59:59Z", "2026-11", "2027-10", "2027-11-01T00:00:00.000Z"],
    ["2027-01-01T00:00:00Z", "2027-01", "2027-12", "2028-01-01T00:00:00.000Z"],
    ["2028-02-29T12:00:00Z", "2028-02", "2029-01", "2029-02-01T00:00:00.000Z"],
  ])("of %s are %s to %s", (moment, first, last, end) => {
    const months = forecastMonths(new Date(moment));
    expect([months.length, months[0], months.at(-1)]).toEqual([12, first, last]);
    expect(endOfForecast(new Date(moment)).toISOString()).toBe(end);
  });
});

describe("a forecast", () => {
  type Group = Parameters<typeof forecastOf>[0][number];
  const group: Group = { month: "2026-12", count: 1, totalCents: 1190, taxCents: 190, currency: "EUR" };
  const unpriced: Group = { ...group, totalCents: null, taxCents: null, count: 9 };
  const unrenewed: Group = { ...group, month: null, count: 9 };
  const forecast = (...groups: Group[]) => forecastOf(groups, now);

  it.each([
    ["multiplies the tax of each renewal", [{ ...group, count: 3 }], [3, 570, 3570]],
    [
      "adds up the TLDs of a month",
      [group, { ...group, count: 2, totalCents: 595, taxCents: 95 }],
      [3, 380, 2380],
    ],
    ["leaves out what isn't renewed", [group, unrenewed], [1, 190, 1190]],
    ["leaves out what has no price", [group, unpriced], [1, 190, 1190]],
  ])("%s", (_, groups, sums) => {
    const [euros] = forecast(...groups).currencies;
    const sumsOf = (month = euros?.months[1]) => [month?.count, month?.taxCents, month?.totalCents];
    expect([euros?.count, euros?.taxCents, euros?.totalCents]).toEqual(sums);
    expect(sumsOf()).toEqual(sums);
    expect(sumsOf(euros?.months[0])).toEqual([0, 0, 0]);
  });

  it("is empty without a renewal, and counts what has no price", () => {
    expect(forecast()).toEqual({ currencies: [], unpricedCount: 0 });
    expect(forecast(unpriced, unrenewed, { ...unpriced, month: null })).toEqual({
      currencies: [],
      unpricedCount: 9,
    });
  });

  it("never adds two currencies, and starts with the larger sum", () => {
    const { currencies } = forecast(group, { ...group, currency: "USD", count: 2 });
    expect(currencies.map(({ currency, totalCents }) => [currency, totalCents])).toEqual([
      ["USD", 2380],
      ["EUR", 1190],
    ]);
  });
});

describe("the renewal of an order", () => {
  it.each([
    ["awaiting_payment", false, "scheduled"],
    ["awaiting_payment", true, "failed"],
    ["processing", false, "processing"],
    ["failed", false, "failed"],
  ] as const)("that is %s (declined: %s) is %s", (orderState, isDeclined, state) => {
    expect(stateOfOrder({ orderState, isDeclined })).toBe(state);
  });
});
