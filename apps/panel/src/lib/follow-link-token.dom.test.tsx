import { afterEach, expect, it } from "vitest";
import { followLinkToken } from "./follow-link-token.ts";

afterEach(() => window.history.replaceState(null, "", "/"));

const openLink = (token: string) => {
  window.history.replaceState(null, "", `#token=${token}`);
  return new HashChangeEvent("hashchange", { newURL: window.location.href });
};

it("reads the token that is there, then those of links opened later, until it ends", () => {
  const tokens: (string | null)[] = [];
  openLink("first");
  const end = followLinkToken((token) => tokens.push(token));
  window.dispatchEvent(openLink("second"));
  end();
  window.dispatchEvent(openLink("third"));
  expect(tokens).toEqual(["first", "second"]);
});

it("reads the token of a link whose fragment was removed before the browser announced it", () => {
  const tokens: (string | null)[] = [];
  const end = followLinkToken((token) => tokens.push(token));
  const announcement = openLink("late");
  window.history.replaceState(null, "", window.location.pathname);
  window.dispatchEvent(announcement);
  end();
  expect(tokens).toEqual([null, "late"]);
});
