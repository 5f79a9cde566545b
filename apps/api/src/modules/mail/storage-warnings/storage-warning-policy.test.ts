import { describe, expect, it } from "vitest";
import { nextWarning } from "./storage-warning-policy.ts";

describe("a warning of a quota of 1,000 bytes", () => {
  it.each([
    // used, warned before, warns of, remembers
    [0, 0, null, 0],
    [799, 0, null, 0],
    [800, 0, 80, 80],
    [801, 80, null, 80],
    [949, 80, null, 80],
    [950, 80, 95, 95],
    [950, 0, 95, 95],
    [1_000, 0, 95, 95],
    [5_000, 0, 95, 95],
    [5_000, 95, null, 95],
    // Below by less than the margin, nothing is forgotten.
    [940, 95, null, 95],
    [900, 95, null, 95],
    [899, 95, null, 80],
    [799, 80, null, 80],
    [750, 80, null, 80],
    [749, 80, null, 0],
    [0, 95, null, 0],
    // Reached again.
    [950, 80, 95, 95],
    [800, 0, 80, 80],
  ])(
    "with %i used, after one of %i %%: of %s %%, and remembers %i %%",
    (used, before, warnsOf, warnedPercent) => {
      expect(nextWarning(used, 1_000, before)).toEqual({ warnsOf, warnedPercent });
    },
  );

  it("is sent once for each share on the way up, also if the use swings around it, and again after it was emptied", () => {
    let warned = 0;
    const told = [500, 790, 800, 790, 805, 760, 960, 940, 955, 905, 951, 700, 100, 801, 950].map((used) => {
      const next = nextWarning(used, 1_000, warned);
      warned = next.warnedPercent;
      return next.warnsOf;
    });
    expect(told.filter(Boolean)).toEqual([80, 95, 80, 95]);
  });

  it("comes when the quota is lowered, and not when it is raised", () => {
    expect(nextWarning(500, 500, 0).warnsOf).toBe(95);
    expect(nextWarning(500, 600, 0).warnsOf).toBe(80);
    expect(nextWarning(500, 5_000, 95)).toEqual({ warnsOf: null, warnedPercent: 0 });
  });
});
