import { describe, expect, it } from "vitest";
import { writeDistance, writeRelative } from "./relative-time.ts";

const now = new Date("2026-03-01T12:00:00.000Z");
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);

describe("writeRelative", () => {
  it("writes a moment's distance in the most readable unit", () => {
    for (const [seconds, words] of [
      [-3, "just now"],
      [-40, "40 seconds ago"],
      [130, "in 2 minutes"],
      [-55 * 60, "55 minutes ago"],
      [-59.8 * 60, "1 hour ago"],
      [-3 * 3600, "3 hours ago"],
      [6 * 86_400 - 60, "in 6 days"],
      [12 * 86_400, "in 12 days"],
      [59.6 * 86_400, "in 2 months"],
      [128 * 86_400, "in 4 months"],
      [350 * 86_400, "in 11 months"],
      [365 * 86_400 - 60, "in 1 year"],
      [-366 * 86_400, "1 year ago"],
      [400 * 86_400, "in 13 months"],
      [2 * 365 * 86_400, "in 2 years"],
      [3 * 365.25 * 86_400, "in 3 years"],
    ] as const) {
      expect(writeRelative("en", now, after(seconds))).toBe(words);
    }
  });

  it("never writes what has happened as the future, whatever the clocks say", () => {
    expect(writeRelative("en", now, after(8), true)).toBe("just now");
    expect(writeRelative("en", now, after(300), true)).toBe("just now");
    expect(writeRelative("en", now, after(-40), true)).toBe("40 seconds ago");
    expect(writeRelative("en", now, after(8))).toBe("in 8 seconds");
  });

  it("writes how long it is until a moment", () => {
    for (const [seconds, words] of [
      [60, "1 minute"],
      [26 * 3600, "26 hours"],
      [15 * 86_400, "15 days"],
      [70 * 86_400, "2 months"],
    ] as const) {
      expect(writeDistance("en", now, after(seconds))).toBe(words);
    }
  });
});
