import { expect, it } from "vitest";
import { fullest } from "./storage-policy.ts";

const domain = (name: string, usedBytes: number, storageGigabytes: number) => ({
  name,
  usedBytes,
  storageGigabytes,
});

it.each([
  ["nothing", [], [], 0],
  ["only empty ones", [domain("a", 0, 5)], [], 0],
  ["by share, not by size", [domain("big", 2e9, 50), domain("small", 1e9, 1)], ["small", "big"], 0],
  [
    "five at most",
    Array.from({ length: 7 }, (_, index) => domain(`d${index}`, (index + 1) * 1e6, 1)),
    ["d6", "d5", "d4", "d3", "d2"],
    2,
  ],
])("the fullest mail domains of %s", (_case, domains, names, moreCount) => {
  const result = fullest(domains);
  expect(result.shown.map(({ name }) => name)).toEqual(names);
  expect(result.moreCount).toBe(moreCount);
});
