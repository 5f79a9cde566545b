import { domainSuggestionsQuery } from "@zonepost/schema";
import { expect, it } from "vitest";
import { problemOfSearchWord, searchSchema } from "./search-word.ts";

it("validates words like the API", () => {
  for (const word of [
    "",
    "  ",
    "bücher",
    " padded ",
    "a".repeat(253),
    "a".repeat(254),
    ` ${"a".repeat(253)} `,
  ]) {
    const { data, error } = domainSuggestionsQuery.safeParse({ word });
    expect([word, problemOfSearchWord(word)]).toEqual([word, error?.issues[0]?.message]);
    expect([word, searchSchema.safeParse({ q: word }).success]).toEqual([word, data !== undefined]);
  }
  expect(searchSchema.safeParse({ q: " padded " })).toEqual({ success: true, data: { q: "padded" } });
});
