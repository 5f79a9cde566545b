import { describe, expect, it } from "vitest";
import { splitRegistrableName } from "./find-tld-offer.ts";

describe("splitRegistrableName", () => {
  it("takes one label under one top-level domain and nothing else", () => {
    expect(splitRegistrableName("example.com")).toEqual({ label: "example", tld: "com" });
    expect(splitRegistrableName("www.example.com")).toBeUndefined();
    expect(splitRegistrableName("com")).toBeUndefined();
  });
});
