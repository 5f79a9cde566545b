import { describe, expect, it } from "vitest";
import { panelPath } from "./panel-path.ts";

describe("panelPath", () => {
  it("keeps a path of the panel with its query", () => {
    expect(panelPath("/domains/example.com/dnssec?x=1")).toBe("/domains/example.com/dnssec?x=1");
  });

  it("returns the home page instead of another site, in any notation", () => {
    for (const next of [
      "https://evil.test",
      "//evil.test",
      "/\\evil.test",
      "/\t/evil.test",
      "/..//evil.test",
      "/.//evil.test",
      "/%2e%2e//evil.test",
      "/domains/..//evil.test",
      "javascript:alert(1)",
      "",
      undefined,
    ]) {
      expect({ next, path: panelPath(next) }).toEqual({ next, path: "/" });
    }
  });

  it("does not return to the sign-in pages", () => {
    for (const next of ["/sign-in?next=/x", "/sign-in", "/auth/2fa-verify?next=/x", "/auth/password-reset"]) {
      expect({ next, path: panelPath(next) }).toEqual({ next, path: "/" });
    }
  });

  it("keeps the page of an invitation", () => {
    expect(panelPath("/invitations/inv_01")).toBe("/invitations/inv_01");
  });
});
