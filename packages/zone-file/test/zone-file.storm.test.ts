import { describe, expect, it } from "vitest";
import { compareMistakes, compareZones, hasServers } from "./compare-with-servers.ts";
import { fuzz } from "./fuzz.ts";

it("reads a million random texts without throwing, and the same again from what it prints", () => {
  expect(fuzz(2, 1_000_000).inputs).toBe(1_000_000);
}, 1_800_000);

describe.skipIf(!hasServers)("random zones (skipped without named-checkzone and kzonecheck)", () => {
  it("BIND and Knot accept 3,000 zones that we accept, and read the same from them", () => {
    expect(compareZones(2, 3000)).toBeGreaterThan(3000);
  }, 1_800_000);

  it("we refuse what BIND and Knot both refuse, of 40,000 values", () => {
    expect(compareMistakes(2, 40_000).accepted).toBeGreaterThan(1000);
  }, 1_800_000);
});
