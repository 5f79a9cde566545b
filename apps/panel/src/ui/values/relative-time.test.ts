import { describe, expect, it } from "vitest";
import { writeRelative } from "./relative-time.ts";

const now = new Date("2026-03-01T12:00:00.000Z");
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);

describe("writeRelative", () => {
  it("writes a moment's distance in the most readable unit", () => {
    for (const [seconds, words] of [
      [-3, "just now"],
      [-40, "40 seconds ago"],
      [150, "in 2 minutes"],
      [-3 * 3600, "3 hours ago"],
      [6 * 86_400 - 60, "in 6 days"],
      [12 * 86_400, "in 12 days"],
      [128 * 86_400, "in 4 months"],
      [3 * 365.25 * 86_400, "in 3 years"],
    ] as const) {
      expect(writeRelative("en", now, after(seconds))).toBe(words);
    }
  });
});
