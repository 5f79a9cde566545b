import { describe, expect, it } from "vitest";
import { compareMistakes, compareZones, hasServers } from "./compare-with-servers.ts";

describe.skipIf(!hasServers)("random zones (skipped without named-checkzone and kzonecheck)", () => {
  it("BIND and Knot accept what we accept, and read the same from it", () => {
    expect(compareZones(1, 40)).toBeGreaterThan(50);
  }, 300_000);

  it("we refuse what BIND and Knot both refuse", () => {
    const { accepted, refused } = compareMistakes(1, 800);
    expect(accepted).toBeGreaterThan(50);
    expect(refused).toBeGreaterThan(50);
  }, 300_000);
});
