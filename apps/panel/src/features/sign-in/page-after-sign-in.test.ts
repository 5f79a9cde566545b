import { expect, it } from "vitest";
import { pageAfterSignIn } from "./page-after-sign-in.ts";

it.each([
  [{}, "/"],
  [{ url: "http://panel.test/webhooks?tab=1" }, "/webhooks?tab=1"],
  [{ url: "http://panel.test/" }, "/"],
  [{ url: "http://panel.test/sign-in" }, "/"],
  [{ url: "not a URL" }, "/"],
  [{ url: "javascript:alert(1)" }, "/"],
  [{ url: "https://evil.example//evil.example/x" }, "/"],
  [{ url: "https://evil.example/mail" }, "/mail"],
  [{ twoFactorRedirect: true }, "/auth/2fa-verify?next=%2F"],
  [
    { twoFactorRedirect: true, url: "http://panel.test/mail?q=1&r=2" },
    "/auth/2fa-verify?next=%2Fmail%3Fq%3D1%26r%3D2",
  ],
])("after the response %o, the panel continues at %s", (answer, page) => {
  expect(pageAfterSignIn(answer)).toBe(page);
});
