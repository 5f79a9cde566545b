import { describe, expect, it } from "vitest";
import { isHeld, isMatched, strongTag, weakTag } from "./entity-tag.ts";

const body = '{"a":1}';
const [strong, compressed, weak] = [strongTag(body), strongTag(body, { isCompressed: true }), weakTag(body)];

describe("an entity tag", () => {
  it("is the same for the same text, and has another form when compressed", () => {
    expect(strongTag(body)).toBe(strong);
    expect(new Set([strong, compressed, weak, strongTag('{"a":2}')]).size).toBe(4);
    expect(strong).toMatch(/^"[\w-]{27}"$/);
    expect(compressed).toBe(`${strong.slice(0, -1)}-gzip"`);
    expect(weak).toBe(`W/${strong}`);
  });

  it.each([
    [strong, true],
    [compressed, true],
    ["*", true],
    [`"other", ${strong}`, true],
    [` ${compressed} , W/"other"`, true],
    [weak, false],
    ['"other"', false],
    [strong.slice(1, -1), false],
    ["", false],
  ])("matches in If-Match only if it is strong and current: %s", (header, expected) => {
    expect(isMatched(header, body)).toBe(expected);
  });

  it.each([
    [weak, weak, true],
    [strong, weak, true],
    [weak, strong, true],
    [compressed, compressed, true],
    [strong, compressed, false],
    ["*", strong, true],
    [undefined, strong, false],
  ])("in If-None-Match is compared without the mark: %s and %s", (header, etag, expected) => {
    expect(isHeld(header, etag)).toBe(expected);
  });
});
