import { TOTP } from "otpauth";

/** What an authenticator app shows for this secret, at a moment. */
export function codeOf(secret: string, at: Date = new Date()): string {
  return new TOTP({ secret }).generate({ timestamp: at.getTime() });
}

const stepMs = 30_000;

/** The code of the next step, which is taken a little early: each is taken once, and tests need not wait for it. */
export const nextCodeOf = (secret: string): string => codeOf(secret, new Date(Date.now() + stepMs));
