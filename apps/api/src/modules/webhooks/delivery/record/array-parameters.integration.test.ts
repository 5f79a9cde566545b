import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { fixture, setUpWebhooks } from "../../../../../test/support/webhooks/set-up-webhooks.ts";
import { plainArray, textArray } from "./array-parameters.ts";

setUpWebhooks();

it.each([
  ["none", []],
  ["one that is empty", [""]],
  ["one that is null", [null]],
  ["several", ["a,b", null, "", '{"quoted": "\\"}"}', "NULL", "two\nlines", "ü€😀", "it's"]],
])("passes texts on unchanged: %s", async (_, texts: (string | null)[]) => {
  const [row] = await fixture.db.execute<{ texts: (string | null)[] }>(
    sql`select to_json(${textArray(texts, (text) => text)}) as texts`,
  );
  expect(row?.texts).toEqual(texts);
});

it("replaces the two characters that it uses itself", async () => {
  const [row] = await fixture.db.execute<{ texts: string[] }>(
    sql`select ${textArray(["a\u001fb", "\u001e"], (text) => text)} as texts`,
  );
  expect(row?.texts).toEqual(["a b", " "]);
});

it("passes numbers, ids and nulls on to a cast", async () => {
  const id = "01977420-dda0-7000-8000-000000000001";
  const [row] = await fixture.db.execute<{ numbers: number[]; ids: string[]; none: string[] }>(sql`
    select to_json(${plainArray([1, null, -2.5], (number) => number)}::float8[]) as numbers,
      to_json(${plainArray([id, null], (one) => one)}::uuid[]) as ids, to_json(${plainArray([], () => null)}::uuid[]) as none`);
  expect(row).toEqual({ numbers: [1, null, -2.5], ids: [id, null], none: [] });
});
