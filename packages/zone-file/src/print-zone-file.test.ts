import { expect, it } from "vitest";
import { parseZoneFile, printZoneFile } from "./index.ts";

const set = (name: string, type: string, values: string[], ttlSeconds = 3600) => ({
  name,
  type,
  values,
  ttlSeconds,
});

it("prints the apex first with SOA and NS, then names in canonical order, with the most common TTL as $TTL", () => {
  const text = printZoneFile(
    [
      set("www", "A", ["192.0.2.1", "192.0.2.2"]),
      set("a.www", "A", ["192.0.2.1"]),
      set("w-b", "TXT", ['"x"'], 60),
      set("*", "A", ["192.0.2.1"]),
      set("@", "MX", ["0 ."]),
      set("@", "NS", ["ns1.example.net."]),
      set("@", "SOA", ["ns1.example.net. h.example.com. 1 2 3 4 5"]),
    ],
    { origin: "example.com" },
  );
  expect(text.split("\n")).toEqual([
    "$ORIGIN example.com.",
    "$TTL 3600",
    "@ IN SOA ns1.example.net. h.example.com. 1 2 3 4 5",
    "@ IN NS ns1.example.net.",
    "@ IN MX 0 .",
    "* IN A 192.0.2.1",
    'w-b 60 IN TXT "x"',
    "www IN A 192.0.2.1",
    "www IN A 192.0.2.2",
    "a.www IN A 192.0.2.1",
    "",
  ]);
});

it.each([
  { comment: "a comment", tags: [] },
  { comment: null, tags: ["critical", "team:web"] },
  { comment: "both; of them", tags: ['note:a, "b" = c\\d', "empty:", "note2: x cf_tags=y"] },
  { comment: "text cf_tags=x", tags: [] },
  { comment: 'quoted " and ( unbalanced', tags: ["ü:ü"] },
])("keeps a comment and tags through an export and an import: $comment $tags", ({ comment, tags }) => {
  const text = printZoneFile([{ ...set("a", "TXT", ['"x"']), comment, tags }], { origin: "example.com" });
  expect(parseZoneFile(text, { origin: "example.com" })).toMatchObject({
    problems: [],
    recordSets: [{ comment, tags }],
  });
});

it("prints line breaks of a comment as spaces, so that they can't add records", () => {
  const text = printZoneFile([{ ...set("a", "TXT", ['"x"']), comment: "a\nevil 1 A 192.0.2.1\r\nb" }], {
    origin: "example.com",
  });
  expect(parseZoneFile(text, { origin: "example.com" }).recordSets).toMatchObject([
    { name: "a", comment: "a evil 1 A 192.0.2.1 b" },
  ]);
});

it("rejects values and names that aren't valid", () => {
  expect(() => printZoneFile([set("a", "A", ["x"])], { origin: "example.com" })).toThrow(RangeError);
  expect(() => printZoneFile([set("a\nb", "A", ["192.0.2.1"])], { origin: "example.com" })).toThrow(
    RangeError,
  );
});
