import { describe, expect, it } from "vitest";
import { splitRegistrableName } from "./find-tld-offer.ts";

describe("splitRegistrableName", () => {
  it("accepts only one label under one TLD", () => {
    expect(splitRegistrableName("example.com")).toEqual({ label: "example", tld: "com" });
    expect(splitRegistrableName("www.example.com")).toBeUndefined();
    expect(splitRegistrableName("com")).toBeUndefined();
  });
});
