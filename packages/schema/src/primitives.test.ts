import { describe, expect, it } from "vitest";
import { z } from "zod";
import { timestamp, timestampInput } from "./primitives.ts";

describe("a time in a request", () => {
  it.each([
    ["2026-03-01T09:30:00.000Z", "2026-03-01T09:30:00.000Z"],
    ["2026-03-01T09:30:00Z", "2026-03-01T09:30:00.000Z"],
    ["2026-03-01T00:00:00+02:00", "2026-02-28T22:00:00.000Z"],
    ["2026-03-01T00:00:00.5-05:30", "2026-03-01T05:30:00.500Z"],
    ["9999-12-31T23:59:59Z", "9999-12-31T23:59:59.000Z"],
    ["0001-01-01T00:00:00-01:00", "0001-01-01T01:00:00.000Z"],
  ])("may have any offset, and is in UTC afterwards: %s", (given, expected) => {
    expect(timestampInput.parse(given)).toBe(expected);
    expect(timestamp.safeParse(expected).success).toBe(true);
  });

  it.each([
    "2026-03-01",
    "2026-03-01T00:00:00",
    "2026-03-01T00:00:00+2",
    "2026-13-01T00:00:00+02:00",
    "2026-02-30T00:00:00+02:00",
    "0000-06-01T00:00:00Z",
    "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59-01:00",
    "",
  ])("is refused without an offset, or outside the years 1 to 9999: %j", (given) => {
    expect(timestampInput.safeParse(given).success).toBe(false);
  });

  it("is described as a date-time in documents of the API", () => {
    expect(z.toJSONSchema(timestampInput, { io: "input" })).toMatchObject({
      type: "string",
      format: "date-time",
      description: expect.any(String),
    });
  });
});
