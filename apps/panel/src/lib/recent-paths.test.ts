import { expect, it } from "vitest";
import { withVisit } from "./recent-paths.ts";

it("lists the latest visit first, each path once, and no more than a dozen", () => {
  expect(withVisit(["/a", "/b", "/c"], "/b")).toEqual(["/b", "/a", "/c"]);
  const many = Array.from({ length: 30 }, (_, index) => `/${index}`);
  expect(many.reduce(withVisit, [] as string[])).toHaveLength(12);
});
