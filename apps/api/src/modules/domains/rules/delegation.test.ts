import { describe, expect, it } from "vitest";
import { isSameSet } from "./delegation.ts";

describe("isSameSet", () => {
  it("compares names, not their order or case", () => {
    expect(isSameSet(["b.example.net", "A.example.net"], ["a.example.net", "b.example.net"])).toBe(true);
    expect(isSameSet(["a.example.net"], ["a.example.net", "b.example.net"])).toBe(false);
  });
});
