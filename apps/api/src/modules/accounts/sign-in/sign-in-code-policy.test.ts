import { describe, expect, it } from "vitest";
import { outcomeOfSignInCode } from "./sign-in-code-policy.ts";

describe("a try of an emailed code", () => {
  it.each([
    // [tries today, tries of this code, right, outcome]
    [1, 1, true, "right"],
    [1, 1, false, "wrong"],
    [4, 4, false, "wrong"],
    [5, 5, true, "right"],
    [5, 5, false, "burned"],
    [6, 6, true, "ended"],
    [6, 6, false, "ended"],
    [6, 1, true, "right"],
    [20, 1, true, "right"],
    [20, 1, false, "wrong"],
    [20, 5, false, "burned"],
    [20, 6, true, "ended"],
    [21, 1, true, "paused"],
    [21, 1, false, "paused"],
    [21, 6, true, "paused"],
    [1, undefined, true, "ended"],
    [1, undefined, false, "ended"],
    [21, undefined, true, "paused"],
  ] as const)(
    "number %s of the day and %s of its code, right: %s, is %s",
    (triesToday, tries, isRight, outcome) => {
      expect(outcomeOfSignInCode({ triesToday, tries, isRight })).toBe(outcome);
    },
  );
});
