import { domainSuggestionsQuery } from "@zonepost/schema";
import { expect, it } from "vitest";
import { namesOfSearch, problemOfSearchWord, searchSchema, similarNames } from "./search-word.ts";

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

it.each([
  ["taken-tea.com", ["taken-tea.com"]],
  [" Green Tea ", ["Green Tea"]],
  ["https://www.taken-tea.com/shop?q=1#top", ["www.taken-tea.com"]],
  ["taken-tea.com:8080/", ["taken-tea.com"]],
  ["mailto://hello@taken-tea.com", ["taken-tea.com"]],
  ["one.com two.de", ["one.com", "two.de"]],
  ["one.com, https://two.de/;\none.com", ["one.com", "two.de"]],
  ["one.com and two", ["one.com and two"]],
  ["##", ["##"]],
])("reads %j as %j", (typed, names) => {
  expect(namesOfSearch(typed)).toEqual(names);
});

it("reads at most twenty names", () => {
  const list = Array.from({ length: 30 }, (_, index) => `name-${index}.com`).join(" ");
  expect(namesOfSearch(list)).toHaveLength(20);
});

it.each([
  ["taken-tea.com", ["takentea.com", "taken-tea-online.com", "get-taken-tea.com"]],
  ["tee.co.uk", ["teeonline.co.uk", "thetee.co.uk"]],
])("finds names like %s", (name, some) => {
  expect(similarNames(name)).toEqual(expect.arrayContaining(some));
});
