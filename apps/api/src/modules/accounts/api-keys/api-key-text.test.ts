import { describe, expect, it } from "vitest";
import { generateApiKey, hashApiKey, isApiKeyText, startOfApiKey } from "./api-key-text.ts";

describe("the text of an API key", () => {
  it("starts with zp_ and 41 unique letters and digits", () => {
    const keys = Array.from({ length: 200 }, generateApiKey);
    for (const key of keys) {
      expect(key).toMatch(/^zp_[0-9A-Za-z]{38}$/);
    }
    expect(new Set(keys).size).toBe(200);
    expect(keys.every(isApiKeyText)).toBe(true);
  });

  it("is recognized as mistyped if one character changes, two are swapped or it is truncated", () => {
    const key = generateApiKey();
    for (let place = 3; place < key.length; place += 1) {
      const other = key[place] === "7" ? "8" : "7";
      expect(isApiKeyText(key.slice(0, place) + other + key.slice(place + 1))).toBe(false);
      expect(isApiKeyText(key.slice(0, place))).toBe(false);
      const [one, two] = [key[place], key[place + 1]];
      if (two !== undefined && one !== two) {
        expect(isApiKeyText(`${key.slice(0, place)}${two}${one}${key.slice(place + 2)}`)).toBe(false);
      }
    }
  });

  it("is invalid with another prefix, more characters, spaces or a line break", () => {
    const key = generateApiKey();
    for (const text of [
      `ZP_${key.slice(3)}`,
      `${key}x`,
      ` ${key}`,
      `${key}\n`,
      key.toLowerCase().slice(3),
      "",
    ]) {
      expect([text, isApiKeyText(text)]).toEqual([text, false]);
    }
  });

  it("shows four characters of its secret afterwards, and is stored as a hash that doesn't contain it", () => {
    const key = generateApiKey();
    expect(startOfApiKey(key)).toBe(key.slice(0, 7));
    expect(hashApiKey(key)).toMatch(/^[\w-]{43}$/);
    expect(hashApiKey(key)).not.toBe(hashApiKey(generateApiKey()));
    expect(hashApiKey(key)).toBe(hashApiKey(key));
  });
});
