import { describe, expect, it } from "vitest";
import { paidYear } from "./paid-year.ts";

describe("paidYear", () => {
  it("starts at the last anniversary and shows the elapsed share and the notices sent", () => {
    const { start, share, notices } = paidYear(
      "2027-03-01T00:00:00.000Z",
      "2024-03-01T00:00:00.000Z",
      new Date("2027-02-20T00:00:00.000Z"),
    );
    expect(start).toBe("2026-03-01T00:00:00.000Z");
    expect(share).toBeCloseTo(356 / 365);
    expect(notices.map(({ days, state }) => [days, state])).toEqual([
      [30, "past"],
      [15, "past"],
      [7, "ahead"],
      [1, "ahead"],
    ]);
  });

  it("spans several years if they are prepaid", () => {
    expect(
      paidYear("2029-03-01T00:00:00.000Z", "2024-03-01T00:00:00.000Z", new Date("2027-04-01T00:00:00.000Z"))
        .start,
    ).toBe("2027-03-01T00:00:00.000Z");
  });

  it("starts at the registration, with nothing elapsed, while the displayed clock is behind it", () => {
    const { start, share } = paidYear(
      "2028-11-21T10:00:09.000Z",
      "2026-11-21T10:00:09.000Z",
      new Date("2026-11-21T10:00:00.000Z"),
    );
    expect(start).toBe("2026-11-21T10:00:09.000Z");
    expect(share).toBe(0);
  });

  it("never starts before the registration", () => {
    expect(
      paidYear("2027-03-01T00:00:00.000Z", "2026-06-01T00:00:00.000Z", new Date("2026-07-01T00:00:00.000Z"))
        .start,
    ).toBe("2026-06-01T00:00:00.000Z");
  });

  it("does not count notices dated before the registration", () => {
    const { notices } = paidYear(
      "2027-03-01T00:00:00.000Z",
      "2027-02-10T00:00:00.000Z",
      new Date("2027-02-16T00:00:00.000Z"),
    );
    expect(notices.map(({ days, state }) => [days, state])).toEqual([
      [30, "before"],
      [15, "past"],
      [7, "ahead"],
      [1, "ahead"],
    ]);
  });

  it("is complete once the time has passed", () => {
    expect(
      paidYear("2027-03-01T00:00:00.000Z", "2024-03-01T00:00:00.000Z", new Date("2027-04-01T00:00:00.000Z"))
        .share,
    ).toBe(1);
  });
});
