import { describe, expect, it } from "vitest";
import { normalizeOwner, wireName } from "./index.ts";

const long = (octets: number) => "a".repeat(octets);

describe("normalizeOwner", () => {
  it.each([
    ["@", "@"],
    ["example.com.", "@"],
    ["EXAMPLE.com.", "@"],
    ["www", "www"],
    ["WWW.Shop", "www.shop"],
    ["www.example.com.", "www"],
    ["www.example.com", "www.example.com"],
    ["*", "*"],
    ["*.shop", "*.shop"],
    ["_dmarc", "_dmarc"],
    ["a\\.b", "a\\.b"],
    ["a\\046b", "a\\.b"],
    ["a\\032b", "a\\032b"],
    ["a\\098", "ab"],
    ["\\@", "\\@"],
    ["a+b", "a\\+b"],
    ["xn--bcher-kva", "xn--bcher-kva"],
    [long(63), long(63)],
  ])("reads %s as %s", (name, expected) => {
    expect(normalizeOwner(name, "Example.COM")).toEqual({ ok: true, name: expected });
  });

  it.each([
    ["", "The name is empty."],
    ["a..b", "The name has an empty label."],
    [".a", "The name has an empty label."],
    ["www.example.net.", "The name is outside the zone."],
    [".", "The name is outside the zone."],
    ["a\\.example.com.", "The name is outside the zone."],
    [long(64), "The name has a label that is longer than 63 octets."],
    [Array(4).fill(long(60)).join("."), "The name is longer than 255 octets."],
    ["a\\256b", "A backslash needs three digits from 000 to 255."],
    ["a\\1", "A backslash needs three digits from 000 to 255."],
    ["a\\", "A backslash must precede an ASCII character."],
    ["a b", "Write spaces and control characters in a name as \\DDD."],
    ["a\n1 A 192.0.2.1", "Write spaces and control characters in a name as \\DDD."],
    ["a;b", "Put a backslash before parentheses and semicolons in a name."],
    ['a"b', "A name can't have a quotation mark without a backslash."],
    ["bücher", "Enter an internationalized name in its ASCII form, such as xn--bcher-kva."],
  ])("refuses %j", (name, message) => {
    expect(normalizeOwner(name, "example.com")).toEqual({ ok: false, message });
  });
});

it("returns the wire form of a name in lower case, with or without its final dot", () => {
  const wire = Uint8Array.from([3, 119, 119, 119, 2, 46, 97, 0]);
  expect(wireName("WWW.\\.a")).toEqual(wire);
  expect(wireName("www.\\046a.")).toEqual(wire);
  expect(wireName(".")).toEqual(Uint8Array.from([0]));
  expect(() => wireName("a..b")).toThrow(RangeError);
});
