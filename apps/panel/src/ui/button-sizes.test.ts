import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const sources = path.join(import.meta.dirname, "..");
const components = readdirSync(sources, { recursive: true, encoding: "utf8" }).filter(
  (name) => name.endsWith(".tsx") && !name.includes(".test."),
);

/** They filter a list, or lead to it. */
const chips = ["features/attention/attention-chip.tsx", "features/domain-list/attention-filter.tsx"];

it("a button in a row, a card or a notice has one size: only the chips are compact", () => {
  const compact = components.filter((name) =>
    /size="compact-/.test(readFileSync(path.join(sources, name), "utf8")),
  );
  expect(compact.sort()).toEqual(chips);
});
