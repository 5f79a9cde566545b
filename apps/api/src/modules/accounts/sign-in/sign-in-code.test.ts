import { describe, expect, it } from "vitest";
import { generateSignInCode, linkTokenOf } from "./sign-in-code.ts";

describe("the code of a sign-in link", () => {
  it("has six digits, also those that begin with zeros", () => {
    const codes = Array.from({ length: 2_000 }, generateSignInCode);
    expect(codes.filter((code) => !/^\d{6}$/.test(code))).toEqual([]);
    expect(codes.some((code) => code.startsWith("0"))).toBe(true);
    expect(new Set(codes).size).toBeGreaterThan(1_900);
  });
});

describe("the token of a sign-in link", () => {
  const key = { authSecret: "a-secret-that-is-long-enough-here" };
  const request = { browserSecret: "a-browser", email: "ada@people.test", code: "049203" };
  const token = linkTokenOf(key, request);

  it("follows from code, browser and address, ignoring case, and has 256 bits", () => {
    expect(linkTokenOf(key, { ...request, email: "ADA@people.test" })).toBe(token);
    expect(token).toMatch(/^[\w-]{43}$/);
  });

  it.each([
    ["code", key, { ...request, code: "049204" }],
    ["browser", key, { ...request, browserSecret: "another-browser" }],
    ["address", key, { ...request, email: "eve@people.test" }],
    ["key", { authSecret: "another-secret-that-is-long-enough" }, request],
    ["separation of its parts", key, { ...request, browserSecret: 'a-browser","ada', email: "@people.test" }],
  ])("is another one for another %s", (_, otherKey, other) => {
    expect(linkTokenOf(otherKey, other)).not.toBe(token);
  });
});
