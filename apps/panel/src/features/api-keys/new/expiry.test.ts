import { describe, expect, it } from "vitest";
import { expiryOf } from "./expiry.ts";

const now = new Date("2026-03-01T12:00:00.000Z");

describe("expiryOf", () => {
  it("counts days from now", () => {
    expect(expiryOf("30", "", now)).toBe("2026-03-31T12:00:00.000Z");
    expect(expiryOf("365", "", now)).toBe("2027-03-01T12:00:00.000Z");
  });
  it("extends to the end of a selected day", () => {
    expect(expiryOf("date", "2026-04-10", now)).toBe(new Date(2026, 3, 10, 23, 59, 59).toISOString());
  });
  it("is undefined without a day, with an invalid day, and with one in the past", () => {
    for (const day of ["", "soon", "2026-02-27"]) {
      expect(expiryOf("date", day, now)).toBeUndefined();
    }
  });
  it("is null for a key that never expires", () => {
    expect(expiryOf("never", "2026-04-10", now)).toBeNull();
  });
});
