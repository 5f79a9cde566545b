import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { webhookErrorHint, webhookErrorStages } from "./webhook-errors.ts";

it.each([
  ["dns", webhookErrorStages.dns],
  ["http_404", webhookErrorStages.http_404],
  ["http_418", webhookErrorStages.http_4xx],
  ["http_599", webhookErrorStages.http_5xx],
  ["added_later", webhookErrorStages.response],
])("has a hint for the stage %s", (stage, { hint }) => {
  expect(webhookErrorHint(stage)).toBe(hint);
});

it("lists every stage in the API's documentation", async () => {
  const documentation = await readFile(new URL("../../../../docs/api.md", import.meta.url), "utf8");
  for (const [stage, { meaning }] of Object.entries(webhookErrorStages)) {
    if (!/^http_\d{3}$/.test(stage)) {
      expect(documentation).toMatch(new RegExp(`\\| \`${stage}\` +\\| ${meaning.replaceAll(".", "\\.")}`));
    }
  }
});
