import { describe, expect, it } from "vitest";
import { readAuthors } from "./from-header.ts";

describe("a From header", () => {
  it.each([
    ["a@example.com", ["example.com"]],
    ["Anna <a@Example.COM>", ["example.com"]],
    ["a@example.com.", ["example.com"]],
    ['"Boss, The" <a@example.com>', ["example.com"]],
    ['"ceo@bank.example" <a@example.com>', ["example.com"]],
    ["=?utf-8?q?ceo=40bank.example?= <a@example.com>", ["example.com"]],
    ["a@example.com (of bank.example)", ["example.com"]],
    ["a@example.com <a@example.com>", ["example.com"]],
    ["a@example.com, b@example.net", ["example.com", "example.net"]],
    ["a@example.com, b@example.com", ["example.com"]],
    ["Anna <müller@bücher.example>", ["xn--bcher-kva.example"]],
    ["a@xn--bcher-kva.example", ["xn--bcher-kva.example"]],
    ['"a b"@example.com', ["example.com"]],
    ["a@localhost", ["localhost"]],
    // Read at once, though a search for each address in front of another would take minutes.
    [`${"x".repeat(1_900)}@${"e".repeat(1_900)}.example`, [`${"e".repeat(1_900)}.example`]],
  ])("%s names its authors' domains", (value, domains) => {
    expect(readAuthors([value])).toEqual({ domains });
  });

  it.each([
    [[]],
    [["a@example.com", "b@example.com"]],
    [[""]],
    [["Boss"]],
    [["<>"]],
    [["undisclosed:;"]],
    [["Team: a@example.com;"]],
    [["<a@example.com> <b@example.com>"]],
    [["ceo@bank.example <a@example.com>"]],
    [["Boss ceo@bank.example <a@example.com>"]],
    [["a@[192.0.2.1]"]],
    [["<a@example.com> b@example.com"]],
    [["a@example.com b@example.com"]],
    [["a@"]],
    [["@example.com"]],
    [["a@exa mple.com"]],
    [["ceo@bank.example\0 <a@example.com>"]],
    [[`${"x".repeat(100_000)}@${"e".repeat(100_000)}.example`]],
    [["a@".repeat(100_000)]],
    [[Array.from({ length: 60 }, (_, at) => `a${at}@example.com`).join(", ")]],
  ])("%j names none that a person would see", (values) => {
    expect(readAuthors(values)).toEqual({ fault: expect.any(String) });
  });
});
