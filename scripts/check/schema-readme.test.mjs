import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { currentReadme } from "../release/schema-readme.ts";

it("lists every request body in the README; `npm run schema:readme` updates it", async () => {
  const readme = await readFile(new URL("../../packages/schema/README.md", import.meta.url), "utf8");
  expect(readme).toBe(await currentReadme());
});
