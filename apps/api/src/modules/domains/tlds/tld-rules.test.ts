import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { tldRules } from "./tld-rules.ts";

it("has a row in docs/tld-rules.md for each field, and none for others", () => {
  const text = readFileSync(new URL("../../../../../../docs/tld-rules.md", import.meta.url), "utf8");
  const documented = [...text.matchAll(/^\| `(\w+)`/gm)].map(([, field]) => field);
  expect(documented.toSorted()).toEqual(Object.keys(tldRules.shape).toSorted());
});
