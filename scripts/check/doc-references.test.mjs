import path from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../project.mjs";
import { listDocuments, problemOf, readReferences, sectionOf, unevenRows } from "./doc-references.mjs";

const readme = path.join(root, "README.md");
const scripts = new Set(["test"]);
const problemsOf = (text) => readReferences(text).map((reference) => problemOf(reference, readme, scripts));

describe("references in documents", () => {
  it("are found in links, code, commands and images, with their line", () => {
    const text =
      "See [this](docs/api.md#webhooks).\n`apps/api/src/wire.ts` and `npm run test`\n![a](docs/x.svg)";
    expect(readReferences(text)).toEqual([
      { line: 1, kind: "link", to: "docs/api.md#webhooks" },
      { line: 2, kind: "path", to: "apps/api/src/wire.ts" },
      { line: 2, kind: "script", to: "test" },
      { line: 3, kind: "link", to: "docs/x.svg" },
    ]);
    expect(problemsOf("`node scripts/run.mjs bench/gone.ts`")).toEqual(["bench/gone.ts is not there"]);
  });

  it("pass if their target exists", () => {
    expect(
      problemsOf("[a](docs/api.md#webhooks) [b](https://example.com) `apps/api/src/wire.ts` npm run test"),
    ).toEqual([undefined, undefined, undefined, undefined]);
  });

  it.each([
    ["[a](docs/gone.md)", "docs/gone.md leads nowhere"],
    ["[a](docs/api.md#gone)", "docs/api.md#gone has no such heading"],
    ["`apps/api/src/gone.ts`", "apps/api/src/gone.ts is not there"],
    ["npm run gone", "npm run gone is not a script of package.json"],
  ])("are reported if it doesn't: %s", (text, problem) => {
    expect(problemsOf(text)).toEqual([problem]);
  });

  it("are checked in every document", () => {
    const names = listDocuments().map((file) => path.relative(root, file));
    expect(names).toEqual(
      expect.arrayContaining(["README.md", "docs/api.md", "packages/webhook-signing/README.md"]),
    );
  });
});

describe("the rest of a document", () => {
  it("has tables whose rows are as long as their heads", () => {
    const table = "| a | b |\n| - | - |\n| `x \\| y` | 2 |";
    expect(unevenRows(table)).toEqual([]);
    expect(unevenRows(`${table}\n| 1 | 2 | 3 |\n| 1 |\n\n| other |\n| ----- |`)).toEqual([4, 5]);
  });

  it("is searched for settings only below their heading", () => {
    const text = "# A\n`ONE`\n## Settings\n`TWO`\n## More\n`THREE`";
    expect(sectionOf(text, "Settings")).toBe("Settings\n`TWO`\n");
    expect(sectionOf(text, "Gone")).toBe("");
    expect(sectionOf(text)).toBe(text);
  });
});
