import { expect, it } from "vitest";
import { fileMistakesOf, offsetOf } from "./file-mistakes.ts";

it("reads the place of each mistake from the API's sentences", () => {
  const pointer = "/zoneFile";
  const errors = [
    { pointer, message: "Line 3, column 12: The address isn't valid." },
    { pointer, message: "www CNAME: A name with a CNAME record has no other records." },
    { pointer: "/name", message: "Enter a domain name." },
  ];
  expect(fileMistakesOf(errors)).toEqual({
    mistakes: [{ line: 3, column: 12, message: "The address isn't valid." }],
    others: ["www CNAME: A name with a CNAME record has no other records."],
  });
});

it.each([
  [1, 1, 0],
  [2, 1, 6],
  [2, 3, 8],
  [9, 9, 9],
])("line %i, column %i is at %i", (line, column, offset) => {
  expect(offsetOf("first\nwww", { line, column })).toBe(offset);
});
