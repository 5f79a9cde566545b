import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const sources = fileURLToPath(new URL("../../", import.meta.url));
/** Its URL is the search. */
const searches = ["features/domain-search/domain-search.tsx"];

test("a form that is submitted before the scripts have loaded doesn't put its fields in the URL", () => {
  const forms = globSync("**/*.tsx", { cwd: sources }).flatMap((file) => {
    const source = readFileSync(sources + file, "utf8");
    return [...source.matchAll(/<form\s.*?>\n/gs)].map(([opening]) => ({ file, opening }));
  });
  const withoutPost = forms
    .filter(({ opening }) => !opening.includes('method="post"'))
    .map(({ file }) => file);
  expect(forms.length).toBeGreaterThan(10);
  expect(withoutPost).toEqual(searches);
});
