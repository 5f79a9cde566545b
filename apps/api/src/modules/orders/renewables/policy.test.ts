import { describe, expect, it } from "vitest";
import { dayMs } from "../../../kernel/durations.ts";
import { type RenewalTerm, tryAt, tryDates } from "./policy.ts";

const expiresAt = new Date("2027-03-01T09:30:00.000Z");
const day = (count: number) => new Date(expiresAt.getTime() + count * dayMs);
const term = (more: Partial<{ leadDays: number; graceDays: number }> = {}): RenewalTerm => {
  const { leadDays = 14, graceDays = 30 } = more;
  return { expiresAt, leadDays, graceEndsAt: day(graceDays) };
};
const hour = 1 / 24;

describe("tryDates", () => {
  it.each([
    [
      "14, 7, 3 and 1 days before, and every third day of grace",
      {},
      [-14, -7, -3, -1, 3, 6, 9, 12, 15, 18, 21, 24, 27],
    ],
    ["a longer lead is one more date", { leadDays: 30, graceDays: 5 }, [-30, -14, -7, -3, -1, 3]],
    ["a shorter lead has fewer", { leadDays: 5, graceDays: 5 }, [-5, -3, -1, 3]],
    ["the shortest lead", { leadDays: 1, graceDays: 0 }, [-1]],
    ["no date at the end of grace itself", { leadDays: 1, graceDays: 6 }, [-1, 3]],
    ["no grace", { graceDays: 0 }, [-14, -7, -3, -1]],
    ["deleted an hour before its date", { graceDays: -hour }, [-14, -7, -3, -1]],
  ])("%s", (_, options, days) => {
    expect(tryDates(term(options))).toEqual(days.map(day));
  });
});

describe("tryAt", () => {
  it.each([
    ["before the first date", -15, { since: null, next: day(-14) }],
    ["on a date", -14, { since: day(-14), next: day(-7) }],
    ["between two dates", -4, { since: day(-7), next: day(-3) }],
    ["at the expiry", 0, { since: day(-1), next: day(3) }],
    ["after the last date", 28, { since: day(27), next: null }],
  ])("%s", (_, days, expected) => {
    expect(tryAt(term(), day(days))).toEqual(expected);
  });
});
