import { describe, expect, it } from "vitest";
import { isOutside, signInPath } from "./sign-in-path.ts";

describe("signInPath", () => {
  it("redirects to the sign-in page and back to the current page", () => {
    expect(signInPath("unauthenticated", "/domains?q=a")).toBe("/sign-in?next=%2Fdomains%3Fq%3Da");
    expect(signInPath("unauthenticated", "/")).toBe("/sign-in");
  });

  it("redirects a half signed-in visitor to the second factor", () => {
    expect(signInPath("second_factor_required", "/mail")).toBe("/auth/2fa-verify?next=%2Fmail");
  });
});

describe("isOutside", () => {
  it("returns true only for pages that need no session", () => {
    const outside = ["/sign-in", "/auth/2fa-verify", "/invitations/inv_1", "/sandbox/outbox"];
    const inside = ["/domains", "/settings/people", "/authors", "/"];
    expect([...outside, ...inside].map(isOutside)).toEqual([
      ...outside.map(() => true),
      ...inside.map(() => false),
    ]);
  });
});
