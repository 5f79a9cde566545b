import { describe, expect, it } from "vitest";
import { isOutside, signInPath } from "./sign-in-path.ts";

describe("signInPath", () => {
  it("leads to the sign-in page and back to where one was", () => {
    expect(signInPath("unauthenticated", "/domains?q=a")).toBe("/sign-in?next=%2Fdomains%3Fq%3Da");
    expect(signInPath("unauthenticated", "/")).toBe("/sign-in");
  });

  it("redirects a half signed-in visitor to the second factor", () => {
    expect(signInPath("second_factor_required", "/mail")).toBe("/auth/2fa-verify?next=%2Fmail");
  });
});

describe("isOutside", () => {
  it("knows the pages that need no session, and no others", () => {
    const outside = ["/sign-in", "/auth/2fa-verify", "/invitations/inv_1", "/sandbox/outbox"];
    const inside = ["/domains", "/settings/people", "/authors", "/"];
    expect([...outside, ...inside].map(isOutside)).toEqual([
      ...outside.map(() => true),
      ...inside.map(() => false),
    ]);
  });
});
