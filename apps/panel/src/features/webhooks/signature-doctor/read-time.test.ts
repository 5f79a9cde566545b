import { expect, it } from "vitest";
import { readTime } from "./read-time.ts";

it.each([
  ["1763715600", 1_763_715_600],
  [" 1763715600.5 ", 1_763_715_600.5],
  ["1763715600000", 1_763_715_600],
  ["2025-11-21T09:00:00Z", 1_763_715_600],
  ["2025-11-21T10:00:00.000+01:00", 1_763_715_600],
  ["yesterday", undefined],
  ["", undefined],
])("reads the time %j", (text, seconds) => {
  expect(readTime(text)).toBe(seconds);
});
