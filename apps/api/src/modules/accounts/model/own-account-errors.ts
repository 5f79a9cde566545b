import { AppError, declareError } from "../../../kernel/errors.ts";

export const wrongPassword = declareError("invalid", "wrong_password", {
  message: "That's not your password.",
  options: (pointer: string) => ({ fields: [{ pointer, message: "That's not your password." }] }),
  cause: "The password is wrong, or was changed a moment ago.",
  fix: "Check the password, or request a reset link at /auth/password/reset-request.",
});

export const wrongCode = declareError("invalid", "wrong_code", {
  message: "That code is wrong or has expired.",
  options: () => ({ fields: [{ pointer: "/code", message: "That code is wrong or has expired." }] }),
  cause: "The code is wrong, has expired or was already used. Each code works once.",
  fix: "Send the code that your authenticator app shows now, and check that the device's clock is correct. Five wrong codes in a row lock the account for a while.",
});

export const usedCode = () =>
  new AppError(
    "invalid",
    "wrong_code",
    "This code was already used. Wait for the next one in your authenticator app.",
    { fields: [{ pointer: "/code", message: "This code was already used." }] },
  );

/** The same error for a used, expired or invalid link. */
export const invalidLink = declareError("invalid", "link_invalid", {
  message: "This link was already used, has expired or is incomplete. Request a new one.",
  options: () => ({ fields: [{ pointer: "/token", message: "This link is invalid or has expired." }] }),
  cause:
    "The link was already used, has expired, was replaced by a newer one or is incomplete. For security, the response does not reveal which.",
  fix: "Request a new link and use it soon.",
});

export const wrongSignInCode = declareError("invalid", "sign_in_code_wrong", {
  message: "That code is wrong. Enter the one from the newest email.",
  options: () => ({ fields: [{ pointer: "/code", message: "That code is wrong." }] }),
  cause: "The code isn't the one in the newest email with a sign-in link. Five wrong codes end it.",
  fix: "Send the six digits from the newest email, or the token of its link to /auth/magic-link/redeem.",
});

/** The same error for a used, expired, replaced or burned code, and for one that another browser requested. */
export const endedSignInCode = declareError("invalid", "sign_in_code_ended", {
  message:
    "This code was already used, has expired or was replaced, too many wrong codes were entered, or another browser requested it. Request a new one.",
  options: () => ({
    fields: [{ pointer: "/code", message: "This code doesn't work, or no longer works, in this browser." }],
  }),
  cause:
    "The code or its link was already used, it has expired, a newer one was requested in this browser, five wrong codes were sent, or another browser requested it. For security, the response does not reveal which.",
  fix: "Request a new code at /auth/magic-link/send and keep the cookie of the response. A link that hasn't been used works in any browser.",
});

/** Also for an address without an account. */
export const signInCodesPaused = declareError("rate_limited", "sign_in_codes_paused", {
  message:
    "Too many wrong codes were entered for this address today. Use the link in the email instead. Codes work again tomorrow (UTC).",
  options: (retryAfterSeconds: number) => ({ retryAfterSeconds }),
  cause:
    "20 wrong codes were sent for this address today (UTC), counted over all browsers. Someone may be guessing. Your code wasn't checked.",
  fix: "Send the token of the emailed link to /auth/magic-link/redeem, or wait for the seconds in Retry-After.",
});

export const secondFactorLocked = declareError("rate_limited", "second_factor_locked", {
  message: (retryAfterSeconds: number) => {
    const minutes = Math.ceil(retryAfterSeconds / 60);
    return `Too many wrong codes. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`;
  },
  options: (retryAfterSeconds) => ({ retryAfterSeconds }),
  cause: "Five wrong codes in a row were sent for this account, counted over all its sessions.",
  fix: "Wait for the seconds in Retry-After, then send the current code.",
});

export const secondFactorEnabled = declareError("conflict", "second_factor_enabled", {
  message: "Two-factor authentication is already on.",
  cause: "Two-factor authentication is already on for this account.",
  fix: "To use another authenticator app, turn it off at /auth/two-factor/disable first.",
});

export const secondFactorNotEnabled = declareError("conflict", "second_factor_not_enabled", {
  message: "Two-factor authentication is off for your account.",
  cause: "Two-factor authentication is off for this account.",
  fix: "Turn it on: get a secret from /auth/two-factor/enable, then send a code to /auth/two-factor/confirm.",
});

export const secondFactorNotStarted = declareError("conflict", "second_factor_not_started", {
  message: "There is nothing to confirm. Request a secret first.",
  cause: "A code was sent to confirm two-factor authentication, but no secret had been requested.",
  fix: "Request a secret at /auth/two-factor/enable first.",
});

export const secondFactorNotDue = declareError("conflict", "second_factor_not_due", {
  message: "This session doesn't need a two-factor code.",
  cause: "The session has already passed two-factor authentication, or the account does not use it.",
  fix: "No action is needed. To confirm your identity, use /auth/step-up.",
});

export const noWayToConfirm = declareError("conflict", "no_way_to_confirm", {
  message:
    "Your account has neither a password nor two-factor authentication. Sign in again to confirm your identity.",
  cause:
    "The account has neither a password nor two-factor authentication, so there is nothing to confirm with.",
  fix: "Sign in again with a magic link or a provider. A new session counts as confirmed for ten minutes.",
});

export const emailTaken = declareError("conflict", "email_taken", {
  message: "This address already belongs to another account.",
  cause: "Another account started using the address before the change was confirmed.",
  fix: "Choose another address, or sign in to the account that has this one.",
});

export const secondFactorRequired = declareError("unauthenticated", "second_factor_required", {
  message: "Two-factor authentication required.",
  cause:
    "With status 401: the password was accepted, but this account uses two-factor authentication and no code has been sent yet. With status 403: an operator's account has no two-factor authentication.",
  fix: "Send the code to /auth/two-factor/verify-totp, or a backup code to /auth/two-factor/verify-backup-code. If you're an operator without two-factor authentication, turn it on first.",
});
