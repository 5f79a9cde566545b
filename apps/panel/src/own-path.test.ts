import { describe, expect, it } from "vitest";
import { ownPath } from "./own-path.ts";

describe("ownPath", () => {
  it("keeps a path of the panel with its query", () => {
    expect(ownPath("/domains/example.com/dnssec?x=1")).toBe("/domains/example.com/dnssec?x=1");
  });

  it("leads home instead of to another site, however its address is written", () => {
    for (const next of [
      "https://evil.test",
      "//evil.test",
      "/\\evil.test",
      "/\t/evil.test",
      "javascript:alert(1)",
      "",
      undefined,
    ])
      expect({ next, path: ownPath(next) }).toEqual({ next, path: "/domains" });
  });

  it("does not lead back to the sign-in page", () => {
    expect(ownPath("/sign-in?next=/x")).toBe("/domains");
  });
});
