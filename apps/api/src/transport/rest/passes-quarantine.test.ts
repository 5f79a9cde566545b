import { expect, it } from "vitest";
import { passesQuarantine } from "./passes-quarantine.ts";

it.each([
  ["GET", "/domains/mine", false, true],
  ["HEAD", "/docs", false, true],
  ["OPTIONS", "/orders", false, true],
  ["POST", "/orders", false, false],
  ["PUT", "/webhooks/outbound/x", false, false],
  ["PATCH", "/domains/a.com", false, false],
  ["DELETE", "/api-keys/x", false, false],
  // A key doesn't work, which its own refusal tells.
  ["POST", "/orders", true, true],
  ["POST", "/trpc/me.update", true, false],
  ["POST", "/inbound/stripe", true, false],
  ["POST", "/sandbox/clock/advance", true, false],
  ["POST", "/auth/magic-link/send", true, false],
  ["GET", "/trpc/session.current", false, true],
  ["POST", "/auth/sign-in/email", false, true],
  ["POST", "/auth/two-factor/verify-totp", false, true],
  ["POST", "/auth/two-factor/enable", false, false],
  ["POST", "/auth/sign-out", false, true],
  ["GET", "/auth/magic-link/verify", false, false],
  ["GET", "/auth/callback/google", false, false],
])("%s %s, with a key: %s, passes: %s", (method, path, hasKey, passes) => {
  expect(passesQuarantine({ method, path, hasKey })).toBe(passes);
});
