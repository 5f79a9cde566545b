import { describe, expect, it } from "vitest";
import { selectedOf, withAll } from "./selection.ts";

const all = ["alder", "birch", "cedar", "dogwood"];
const idOf = (row: string) => `id ${row}`;

describe("selectedOf", () => {
  it.each([
    [all, {}, [], 0],
    [all, { "id birch": true, "id alder": true }, ["alder", "birch"], 0],
    [["alder"], { "id alder": true, "id birch": true }, ["alder", "birch"], 1],
    [[], { "id alder": true, "id birch": true }, ["alder", "birch"], 2],
    [all, { "id birch": false, "id gone": true }, [], 0],
  ])("with %j shown and %j selected returns %j, %i of them hidden", (shown, selected, rows, hiddenCount) => {
    expect(selectedOf(all, shown, idOf, selected)).toEqual({ rows, hiddenCount });
  });
});

it("adds the shown rows to those that another filter found", () => {
  const selected = withAll(["cedar", "dogwood"], idOf, { "id alder": true });
  expect(selectedOf(all, ["cedar", "dogwood"], idOf, selected)).toEqual({
    rows: ["alder", "cedar", "dogwood"],
    hiddenCount: 1,
  });
});
