import { AppError } from "../../../kernel/errors.ts";

const wrongField = (code: string, pointer: string, message: string, publicMessage: string) =>
  new AppError("invalid", code, publicMessage, { fields: [{ pointer, message }] });

export const wrongPassword = (pointer: string): AppError =>
  wrongField("wrong_password", pointer, "That's not your password.", "That's not your password.");

export const wrongCode = (): AppError =>
  wrongField(
    "wrong_code",
    "/code",
    "That code is wrong or has expired.",
    "That code is wrong or has expired.",
  );

export const usedCode = (): AppError =>
  wrongField(
    "wrong_code",
    "/code",
    "This code was already used.",
    "This code was already used. Wait for the next one in your authenticator app.",
  );

/** The same error for a used, expired or invalid link. */
export const invalidLink = (): AppError =>
  wrongField(
    "link_invalid",
    "/token",
    "This link is invalid or has expired.",
    "This link was already used, has expired or is incomplete. Request a new one.",
  );

export const wrongSignInCode = (): AppError =>
  wrongField(
    "sign_in_code_wrong",
    "/code",
    "That code is wrong.",
    "That code is wrong. Enter the one from the newest email.",
  );

/** The same error for a used, expired, replaced or burned code, and for one that another browser requested. */
export const endedSignInCode = (): AppError =>
  wrongField(
    "sign_in_code_ended",
    "/code",
    "This code doesn't work, or no longer works, in this browser.",
    "This code was already used, has expired or was replaced, too many wrong codes were entered, or another browser requested it. Request a new one.",
  );

/** Also for an address without an account. */
export const signInCodesPaused = (retryAfterSeconds: number): AppError =>
  new AppError(
    "rate_limited",
    "sign_in_codes_paused",
    "Too many wrong codes were entered for this address today. Use the link in the email instead. Codes work again tomorrow (UTC).",
    { retryAfterSeconds },
  );

export function secondFactorLocked(retryAfterSeconds: number): AppError {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return new AppError(
    "rate_limited",
    "second_factor_locked",
    `Too many wrong codes. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
    { retryAfterSeconds },
  );
}

export function secondFactorEnabled(): AppError {
  return new AppError("conflict", "second_factor_enabled", "Two-factor authentication is already on.");
}

export function secondFactorNotEnabled(): AppError {
  return new AppError(
    "conflict",
    "second_factor_not_enabled",
    "Two-factor authentication is off for your account.",
  );
}

export function secondFactorNotStarted(): AppError {
  return new AppError(
    "conflict",
    "second_factor_not_started",
    "There is nothing to confirm. Request a secret first.",
  );
}

export function secondFactorNotDue(): AppError {
  return new AppError("conflict", "second_factor_not_due", "This session doesn't need a two-factor code.");
}

export function noWayToConfirm(): AppError {
  return new AppError(
    "conflict",
    "no_way_to_confirm",
    "Your account has neither a password nor two-factor authentication. Sign in again to confirm your identity.",
  );
}

export function emailTaken(): AppError {
  return new AppError("conflict", "email_taken", "This address already belongs to another account.");
}

export function secondFactorRequired(): AppError {
  return new AppError("unauthenticated", "second_factor_required", "Two-factor authentication required.");
}
