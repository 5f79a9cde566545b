import { describe, expect, it } from "vitest";
import { checkWords, findWords } from "./words.mjs";

const found = (text) => findWords(text).map((one) => one.found);

describe("the word check", () => {
  it.each([
    ["Whoever has the code may enter.", ["whoever"]],
    ["const asNobody = 1;", ["nobody"]],
    ["readNobodysPassword()", ["nobodys"]],
    ["function mendSession() {}", ["mend"]],
    ["MENDED_AT", ["mended"]],
    ["It renews by itself, for ever.", ["by itself", "for ever"]],
    ["The table stands here.", ["stands here"]],
  ])("finds words in texts and in names: %s", (text, words) => {
    expect(found(text)).toEqual(words);
  });

  it.each([
    "We recommend an amendment.",
    "all the same length",
    "forever, whose, anyone",
    "a database of its own",
    "commendable",
  ])("ignores others: %s", (text) => {
    expect(found(text)).toEqual([]);
  });

  it("reports the line and the replacement", () => {
    expect(findWords("one\nmade anew")).toEqual([{ line: 2, found: "anew", instead: "again" }]);
  });

  it("reads the whole repository", () => {
    expect(checkWords().files).toBeGreaterThan(1000);
  });
});
