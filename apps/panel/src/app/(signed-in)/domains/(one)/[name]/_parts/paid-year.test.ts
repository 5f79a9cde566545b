import { describe, expect, it } from "vitest";
import { paidYear } from "./paid-year.ts";

describe("paidYear", () => {
  it("starts at the last anniversary and says how much is used and which notices were given", () => {
    const { start, share, notices } = paidYear(
      "2027-03-01T00:00:00.000Z",
      new Date("2027-02-20T00:00:00.000Z"),
    );
    expect(start).toBe("2026-03-01T00:00:00.000Z");
    expect(share).toBeCloseTo(356 / 365);
    expect(notices.map(({ days, isPast }) => [days, isPast])).toEqual([
      [30, true],
      [15, true],
      [7, false],
      [1, false],
    ]);
  });

  it("spans several years where they are paid ahead", () => {
    expect(paidYear("2029-03-01T00:00:00.000Z", new Date("2027-04-01T00:00:00.000Z")).start).toBe(
      "2027-03-01T00:00:00.000Z",
    );
  });

  it("is full once the time has passed", () => {
    expect(paidYear("2027-03-01T00:00:00.000Z", new Date("2027-04-01T00:00:00.000Z")).share).toBe(1);
  });
});
