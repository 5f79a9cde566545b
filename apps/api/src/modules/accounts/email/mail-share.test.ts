import { describe, expect, it } from "vitest";
import { isWithinShare } from "./mail-share.ts";

describe("the share of mails to one address", () => {
  it.each([
    ["sign_in", 1, 0, true],
    ["sign_in", 20, 0, true],
    ["sign_in", 21, 1, true],
    ["sign_in", 22, 2, false],
    ["sign_in", 500, 1, true],
    ["other", 10, 0, true],
    ["other", 11, 0, false],
  ] as const)(
    "for %s, at %i today and %i beyond it this hour: %s",
    (purpose, today, beyondThisHour, expected) => {
      expect(isWithinShare(purpose, { today, beyondThisHour })).toBe(expected);
    },
  );
});
