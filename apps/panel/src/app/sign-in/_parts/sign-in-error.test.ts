import { expect, it } from "vitest";
import messages from "../../../../messages/en.json" with { type: "json" };
import { signInErrorMessages } from "./sign-in-error.ts";

it("has a message for each code that redirects to the page, in any case, and for unknown ones", () => {
  for (const [code, expected] of [
    ["INVALID_TOKEN", "linkSpent"],
    ["signup_disabled", "notInvited"],
    ["INVITATION_REQUIRED", "notInvited"],
    ["state_mismatch", "begunElsewhere"],
    ["access_denied", "declined"],
    ["invalid_code", "providerFailed"],
    ["<script>", "notSignedIn"],
    ["constructor", "notSignedIn"],
  ] as const) {
    expect([code, signInErrorMessages(code)]).toEqual([code, expected]);
    expect(messages.signIn[signInErrorMessages(code)].length).toBeGreaterThan(20);
  }
});

it("shows the same message for an unknown address and for one that can't be linked", () => {
  expect(signInErrorMessages("account_not_linked")).toBe(signInErrorMessages("signup_disabled"));
});
