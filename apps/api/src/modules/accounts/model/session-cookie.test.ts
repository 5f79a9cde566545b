import { describe, expect, it } from "vitest";
import { createSessionCookie } from "./session-cookie.ts";

const settings = {
  authSecret: "a-secret-that-is-long-enough-here",
  isSecure: false,
  cookieDomain: undefined,
};
const cookie = createSessionCookie(settings);
const pairOf = (setCookie: string) => setCookie.split(";")[0] ?? "";

describe("the session cookie", () => {
  it("round-trips the token", () => {
    const pair = pairOf(cookie.write("the-token", 60));
    expect(cookie.readToken(pair)).toBe("the-token");
    expect(cookie.readToken(`a=b; ${pair} ; c=d`)).toBe("the-token");
  });

  it("is rejected if signed with another secret", () => {
    const other = createSessionCookie({ ...settings, authSecret: "another-secret-that-is-long-enough" });
    expect(cookie.readToken(pairOf(other.write("the-token", 60)))).toBeUndefined();
  });

  it("is rejected if missing or malformed", () => {
    for (const header of [
      undefined,
      "",
      ";",
      "=",
      "zonepost.session_token",
      "zonepost.session_token=",
      "zonepost.session_token=.",
      "zonepost.session_token=%",
      "zonepost.session_token=token.c2lnbmF0dXJl",
      `x${pairOf(cookie.write("the-token", 60))}`,
    ]) {
      expect(cookie.readToken(header)).toBeUndefined();
    }
  });

  it("has the __Secure- name and Secure only on https, and a Domain only if one is set", () => {
    expect(cookie.write("t", 60)).toMatch(
      /^zonepost\.session_token=[^;]+; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const secure = createSessionCookie({ ...settings, isSecure: true, cookieDomain: "example.com" });
    expect(secure.name).toBe("__Secure-zonepost.session_token");
    expect(secure.write("t", 60)).toMatch(/; Secure; Domain=example\.com$/);
    expect(secure.readToken(pairOf(cookie.write("t", 60)))).toBeUndefined();
  });
});
