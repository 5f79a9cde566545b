import { describe, expect, it } from "vitest";
import {
  endOfForecast,
  forecastMonths,
  forecastOf,
  inOrder,
  rangeOfMonth,
  stateOfOrder,
} from "./renewal-policy.ts";

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

describe("the range of a month", () => {
  it.each([
    [undefined, { from: undefined, until: "2027-11-01T00:00:00.000Z" }],
    ["2026-11", { from: undefined, until: "2026-12-01T00:00:00.000Z" }],
    ["2026-12", { from: "2026-12-01T00:00:00.000Z", until: "2027-01-01T00:00:00.000Z" }],
    ["2027-10", { from: "2027-10-01T00:00:00.000Z", until: "2027-11-01T00:00:00.000Z" }],
    ["2026-10", undefined],
  ])("%s is %j", (month, expected) => {
    const range = rangeOfMonth(month, now);
    expect(range && { from: range.from?.toISOString(), until: range.until.toISOString() }).toEqual(expected);
  });

  it("is empty after the months of the forecast", () => {
    const { from, until } = rangeOfMonth("2027-11", now) ?? {};
    expect(from?.getTime()).toBe(until?.getTime());
  });
});

describe("a forecast", () => {
  type Forecasted = Parameters<typeof forecastOf>[0][number];
  const domain: Forecasted = {
    state: "scheduled",
    chargesAt: "2026-12-31T23:59:59.999Z",
    expiresAt: "2027-01-14T00:00:00.000Z",
    totalCents: 1190,
    taxCents: 190,
    currency: "EUR",
  };
  const plan = { ...domain, totalCents: 595, taxCents: 95 };
  const unpriced = { ...domain, totalCents: null, taxCents: null };
  const uncharged: Forecasted = { ...domain, state: "failed", chargesAt: null };
  const forecast = (...renewals: Forecasted[]) => forecastOf(renewals, now);

  it.each([
    ["adds up a month", [domain, plan, plan], [3, 380, 2380]],
    ["leaves out what isn't charged again", [domain, uncharged], [1, 190, 1190]],
    ["leaves out what has no price", [domain, unpriced], [1, 190, 1190]],
  ])("%s", (_, renewals, sums) => {
    const [euros] = forecast(...renewals).currencies;
    const sumsOf = (month = euros?.months[1]) => [month?.count, month?.taxCents, month?.totalCents];
    expect([euros?.count, euros?.taxCents, euros?.totalCents]).toEqual(sums);
    expect(sumsOf()).toEqual(sums);
    expect(sumsOf(euros?.months[0])).toEqual([0, 0, 0]);
  });

  it("counts a charge that is overdue in the current month", () => {
    const [euros] = forecast({ ...domain, chargesAt: "2026-10-31T00:00:00.000Z" }).currencies;
    expect(euros?.months[0]).toMatchObject({ month: "2026-11", count: 1 });
  });

  it("is empty without a renewal, and counts what has failed, expires or has no price", () => {
    const counts = { next: null, unpricedCount: 0, failedCount: 0, expiringCount: 0 };
    expect(forecast()).toEqual({ currencies: [], ...counts });
    expect(forecast(unpriced, unpriced, unpriced, uncharged, uncharged)).toEqual({
      currencies: [],
      next: null,
      unpricedCount: 3,
      failedCount: 2,
      expiringCount: 0,
    });
  });

  it("sums what expires by the month of its expiry, apart from what is charged", () => {
    const expiring: Forecasted = { ...domain, state: "expiring", chargesAt: null };
    const { currencies, expiringCount } = forecast(domain, expiring, { ...expiring, totalCents: null });
    expect(expiringCount).toBe(2);
    expect(currencies[0]).toMatchObject({ count: 1, totalCents: 1190 });
    expect(currencies[0]?.months.slice(1, 3)).toMatchObject([
      { month: "2026-12", count: 1, totalCents: 1190, expiringCount: 0, expiringTotalCents: 0 },
      { month: "2027-01", count: 0, totalCents: 0, expiringCount: 2, expiringTotalCents: 1190 },
    ]);
  });

  it("has the sum of the next day with charges, without what is overdue", () => {
    const later = { ...domain, chargesAt: "2027-02-01T00:00:00.000Z" };
    const overdue = { ...domain, chargesAt: "2026-11-01T00:00:00.000Z" };
    const sameDay = { ...domain, chargesAt: "2026-12-31T08:00:00.000Z" };
    expect(forecast(later, domain, overdue, sameDay).next).toEqual({
      chargesAt: sameDay.chargesAt,
      currency: "EUR",
      count: 2,
      taxCents: 380,
      totalCents: 2380,
    });
  });

  it("never adds two currencies, and starts with the larger sum", () => {
    const dollars = { ...domain, currency: "USD" };
    const { currencies } = forecast(domain, dollars, dollars);
    expect(currencies.map(({ currency, totalCents }) => [currency, totalCents])).toEqual([
      ["USD", 2380],
      ["EUR", 1190],
    ]);
  });
});

it("renewals are ordered by their date, and then by their id", () => {
  const [first, second] = ["2026-12-01T00:00:00.000Z", "2026-12-01T00:00:00.001Z"] as const;
  const ordered = [
    { dueAt: first, id: "019aaaaa-0000-7000-8000-000000000009" },
    { dueAt: first, id: "019aaaaa-0000-7000-8000-00000000000a" },
    { dueAt: second, id: "019aaaaa-0000-7000-8000-000000000000" },
  ];
  expect(ordered.toReversed().toSorted(inOrder)).toEqual(ordered);
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
