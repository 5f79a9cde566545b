import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const read = (file) => fs.readFileSync(path.join(import.meta.dirname, "../..", file), "utf8");

it("the README says that workspace:create needs the DATA_DIR of another folder", () => {
  const [, sentence = ""] =
    /`npm run workspace:create -- [^`]*`\.([^`]*`DATA_DIR`[^.]*)\./.exec(read("README.md")) ?? [];
  expect(sentence).toContain("set it here too");
});

it("the security page doesn't say that there are no refunds", () => {
  expect(read("docs/security.md")).not.toMatch(/no refunds/i);
});
