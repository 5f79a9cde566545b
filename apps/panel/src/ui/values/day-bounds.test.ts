import { describe, expect, it } from "vitest";
import { endOfDay, startOfDay } from "./day-bounds.ts";

describe("startOfDay", () => {
  it.each([
    ["2026-01-15", "UTC", "2026-01-15T00:00:00.000Z"],
    ["2026-01-15", "Europe/Berlin", "2026-01-14T23:00:00.000Z"],
    ["2026-07-15", "Europe/Berlin", "2026-07-14T22:00:00.000Z"],
    ["2026-03-29", "Europe/Berlin", "2026-03-28T23:00:00.000Z"],
    ["2026-03-30", "Europe/Berlin", "2026-03-29T22:00:00.000Z"],
    ["2026-10-26", "Europe/Berlin", "2026-10-25T23:00:00.000Z"],
    ["2026-01-15", "America/Los_Angeles", "2026-01-15T08:00:00.000Z"],
    ["2026-01-15", "Asia/Kathmandu", "2026-01-14T18:15:00.000Z"],
  ])("returns the start of %s in %s", (day, timeZone, moment) => {
    expect(startOfDay(day, timeZone)).toBe(moment);
  });
  it("rejects an invalid day", () => {
    for (const day of ["", "soon", "2026-13-01", "2026-1-1", "0001-01-01"]) {
      expect(startOfDay(day, "UTC")).toBeUndefined();
    }
  });
});

describe("endOfDay", () => {
  it("is the start of the next day, for days of any length", () => {
    expect(endOfDay("2026-03-29", "Europe/Berlin")).toBe("2026-03-29T22:00:00.000Z");
    expect(endOfDay("2026-12-31", "UTC")).toBe("2027-01-01T00:00:00.000Z");
    expect(endOfDay("soon", "UTC")).toBeUndefined();
  });
});
