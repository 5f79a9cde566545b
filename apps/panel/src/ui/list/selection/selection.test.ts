import { describe, expect, it } from "vitest";
import { selectedOf, withAll } from "./selection.ts";

describe("selectedOf", () => {
  it.each([
    [["alder", "birch"], {}, [], 0],
    [["alder", "birch"], { birch: true, alder: true }, ["birch", "alder"], 0],
    [["alder"], { alder: true, birch: true }, ["alder", "birch"], 1],
    [[], { alder: true, birch: true }, ["alder", "birch"], 2],
    [["alder"], { birch: false }, [], 0],
  ])(
    "with %j shown and %j selected returns %j, %i of them not shown",
    (shown, selected, ids, hiddenCount) => {
      expect(selectedOf(shown, selected)).toEqual({ ids, hiddenCount });
    },
  );
});

it("adds the rows that a filter shows to those that another filter found", () => {
  const selected = withAll(["cedar", "dogwood"], { alder: true });
  expect(selectedOf(["cedar", "dogwood"], selected)).toEqual({
    ids: ["alder", "cedar", "dogwood"],
    hiddenCount: 1,
  });
});
