import { expect, it } from "vitest";
import { initialOf } from "./initial-of.ts";

it.each([
  ["Dana Meier", "D"],
  ["dana@example.com", "D"],
  ["\u{20bb7}野 花子", "\u{20bb7}"],
  ["👩‍👩‍👧 home", "👩‍👩‍👧"],
  ["🇩🇪 office", "🇩🇪"],
  ["e\u0301mile", "E\u0301"],
  ["ßig", "SS"],
  ["שרה", "ש"],
  [" \u00a0ada", "A"],
  ["", ""],
])("the initial of %j is a whole character, %j", (name, initial) => {
  expect(initialOf(name)).toBe(initial);
});
