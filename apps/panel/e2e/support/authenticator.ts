import { TOTP } from "otpauth";

/** The code of an authenticator app for this secret. It's accepted for another 30 seconds after its own. */
export function codeOf(secret: string, at: Date = new Date()): string {
  return new TOTP({ secret }).generate({ timestamp: at.getTime() });
}

const stepMs = 30_000;

/**
 * The code of the next step, which the API already accepts. Each code works once, and tests need not wait for another.
 */
export const nextCodeOf = (secret: string): string => codeOf(secret, new Date(Date.now() + stepMs));
