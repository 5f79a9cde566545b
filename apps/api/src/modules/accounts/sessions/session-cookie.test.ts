import { describe, expect, it } from "vitest";
import { createSessionCookie } from "./session-cookie.ts";

const settings = {
  authSecret: "a-secret-that-is-long-enough-here",
  isSecure: false,
  cookieDomain: undefined,
};
const cookie = createSessionCookie(settings);
const pairOf = (setCookie: string) => setCookie.split(";")[0] ?? "";

describe("the cookie of a known browser", () => {
  it("is for one address, ignoring case", () => {
    const pair = pairOf(cookie.writeKnownBrowser("Ada@people.test"));
    const id = cookie.readKnownBrowser(`a=b; ${pair}`, "ada@PEOPLE.test");
    expect(id).toMatch(/^[\w-]{22}$/);
    expect(cookie.readKnownBrowser(pair, "eve@people.test")).toBeUndefined();
    expect(pairOf(cookie.writeKnownBrowser("ada@people.test"))).not.toBe(pair);
  });

  it("is rejected if missing, forged or signed with another secret", () => {
    const other = createSessionCookie({ ...settings, authSecret: "another-secret-that-is-long-enough" });
    const pair = pairOf(cookie.writeKnownBrowser("ada@people.test"));
    for (const header of [
      undefined,
      "zonepost.known_browser=",
      "zonepost.known_browser=x.y.z",
      pair.slice(0, -1),
      pair.replace("=", "=x"),
      `${pair}=`,
      pairOf(other.writeKnownBrowser("ada@people.test")),
    ]) {
      expect(cookie.readKnownBrowser(header, "ada@people.test")).toBeUndefined();
    }
  });
});

describe("the cookie of a browser that requested a link", () => {
  const secret = "a-Z_9".padEnd(43, "x");

  it("round-trips the secret", () => {
    expect(cookie.readLinkBrowser(`a=b; ${pairOf(cookie.writeLinkBrowser(secret, 900))}`)).toBe(secret);
  });

  it.each([
    undefined,
    "",
    secret.slice(1),
    `${secret}x`,
    `${secret.slice(1)},`,
    `"${secret}"`,
    `${secret.slice(1)}é`,
  ])("isn't read from %j", (value) => {
    expect(cookie.readLinkBrowser(value && `zonepost.link_browser=${value}`)).toBeUndefined();
  });
});

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

describe("after a change of the secret", () => {
  const earlier = cookie;
  const changed = { ...settings, authSecret: "another-secret-that-is-long-enough" };
  const later = createSessionCookie({ ...changed, authSecretsRetired: [settings.authSecret] });
  const last = createSessionCookie(changed);
  const session = pairOf(earlier.write("the-token", 60));

  it("a session's cookie is accepted while the earlier secret is retired, and reported until it is sent again", () => {
    expect(later.readToken(session)).toBe("the-token");
    expect(later.isOutdated(session)).toBe(true);
    const again = pairOf(later.write("the-token", 60));
    expect([later.readToken(again), later.isOutdated(again)]).toEqual(["the-token", false]);
    expect([last.readToken(again), last.readToken(session)]).toEqual(["the-token", undefined]);
    expect([earlier.isOutdated(session), last.isOutdated(session)]).toEqual([false, false]);
  });

  it("a known browser is recognized, and gets a current cookie at the next sign-in", () => {
    const known = pairOf(earlier.writeKnownBrowser("ada@people.test"));
    expect(later.readKnownBrowser(known, "ada@people.test")).toMatch(/^[\w-]{22}$/);
    expect(later.isKnownBrowserCurrent(known, "ada@people.test")).toBe(false);
    const again = pairOf(later.writeKnownBrowser("ada@people.test"));
    expect(later.isKnownBrowserCurrent(again, "ada@people.test")).toBe(true);
    expect(later.isKnownBrowserCurrent(undefined, "ada@people.test")).toBe(false);
    expect(last.readKnownBrowser(known, "ada@people.test")).toBeUndefined();
  });

  it("the sign-in library gets its cookies with the current signature, and all others as they are", () => {
    const state = pairOf(earlier.write("a-state", 60)).replace("session_token", "state");
    const expected = pairOf(later.write("a-state", 60)).replace("session_token", "state");
    const others = ["a=b", "c=d.c2lnbmF0dXJl", "e", pairOf(later.write("current", 60)), "f="];
    const [first, ...rest] = others;
    expect(later.signAgain([first, state, ...rest].join("; "))).toBe([first, expected, ...rest].join("; "));
    expect(later.signAgain(undefined)).toBeUndefined();
    expect(last.signAgain(state)).toBe(state);
  });
});
