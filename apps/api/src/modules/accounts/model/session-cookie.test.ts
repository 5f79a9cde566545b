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
  it("is read back as the token that it was written with", () => {
    const pair = pairOf(cookie.write("the-token", 60));
    expect(cookie.readToken(pair)).toBe("the-token");
    expect(cookie.readToken(`a=b; ${pair} ; c=d`)).toBe("the-token");
  });

  it("is not read where another secret signed it", () => {
    const other = createSessionCookie({ ...settings, authSecret: "another-secret-that-is-long-enough" });
    expect(cookie.readToken(pairOf(other.write("the-token", 60)))).toBeUndefined();
  });

  it("is not read where nothing or something else is there", () => {
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

  it("has the __Secure- name and Secure on https alone, and a Domain where one is set alone", () => {
    expect(cookie.write("t", 60)).toMatch(
      /^zonepost\.session_token=[^;]+; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const secure = createSessionCookie({ ...settings, isSecure: true, cookieDomain: "example.com" });
    expect(secure.name).toBe("__Secure-zonepost.session_token");
    expect(secure.write("t", 60)).toMatch(/; Secure; Domain=example\.com$/);
    expect(secure.readToken(pairOf(cookie.write("t", 60)))).toBeUndefined();
  });
});
