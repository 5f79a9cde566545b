import { AppError } from "../../../kernel/errors.ts";

const wrongField = (code: string, pointer: string, message: string, publicMessage: string) =>
  new AppError("invalid", code, publicMessage, { fields: [{ pointer, message }] });

export const wrongPassword = (pointer: string): AppError =>
  wrongField("wrong_password", pointer, "is not your password", "This is not your password.");

export const wrongCode = (): AppError =>
  wrongField("wrong_code", "/code", "is not valid now", "The code is not valid, or not any more.");

export const usedCode = (): AppError =>
  wrongField(
    "wrong_code",
    "/code",
    "was used already",
    "The code was used already; wait for the next one that your authenticator shows.",
  );

/** The same for a link that was used, has expired, or never was. */
export const invalidLink = (): AppError =>
  wrongField(
    "link_invalid",
    "/token",
    "is not valid, or not any more",
    "The link was used already, has expired, or was not copied whole. Ask for a new one.",
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
  return new AppError("conflict", "second_factor_enabled", "Your second factor is on already.");
}

export function secondFactorNotEnabled(): AppError {
  return new AppError("conflict", "second_factor_not_enabled", "You have no second factor.");
}

export function secondFactorNotStarted(): AppError {
  return new AppError(
    "conflict",
    "second_factor_not_started",
    "There is no second factor to confirm. Ask for a secret first.",
  );
}

export function secondFactorNotDue(): AppError {
  return new AppError("conflict", "second_factor_not_due", "No second factor is due in this session.");
}

export function noWayToConfirm(): AppError {
  return new AppError(
    "conflict",
    "no_way_to_confirm",
    "You have neither a password nor a second factor. Sign in again instead: that counts as proof.",
  );
}

export function emailTaken(): AppError {
  return new AppError("conflict", "email_taken", "This address belongs to another account already.");
}

export function secondFactorRequired(): AppError {
  return new AppError(
    "unauthenticated",
    "second_factor_required",
    "You are signed in by half: the code of your second factor is due.",
  );
}
