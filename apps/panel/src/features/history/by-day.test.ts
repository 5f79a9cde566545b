import { describe, expect, it } from "vitest";
import { byDay } from "./by-day.ts";

describe("byDay", () => {
  it("splits at midnight in the reader's time zone", () => {
    const entries = [{ occurredAt: "2026-03-02T01:00:00.000Z" }, { occurredAt: "2026-03-01T23:30:00.000Z" }];
    expect(byDay(entries, "UTC").map(({ day }) => day)).toEqual(["2026-03-02", "2026-03-01"]);
    expect(byDay(entries, "Europe/Berlin").map(({ day, entries }) => [day, entries.length])).toEqual([
      ["2026-03-02", 2],
    ]);
  });
});
