import { Secret, TOTP } from "otpauth";
import { minuteMs } from "../../../kernel/durations.ts";
import { hashToken } from "../model/link-token.ts";

const periodSeconds = 30;
const backupCodeCount = 10;

/** Consecutive wrong codes, across sessions, before codes are refused for a while. */
export const maxWrongCodes = 5;
export const lockMs = 15 * minuteMs;
export const trustedDeviceLifetimeSeconds = 30 * 86_400;

/** Settings that authenticator apps support: RFC 6238 with SHA-1, six digits and 30 seconds. */
const totpOf = (secret: string, email = "") =>
  new TOTP({
    issuer: "Zonepost",
    label: email,
    secret: Secret.fromBase32(secret),
    algorithm: "SHA1",
    digits: 6,
    period: periodSeconds,
  });

/** 160 bits, as RFC 4226 4 recommends, in base32. */
export const generateTotpSecret = (): string => new Secret({ size: 20 }).base32;

export const totpUri = (secret: string, email: string): string => totpOf(secret, email).toString();

/**
 * The time step of this code; null if none near `now` matches. One step either way is accepted, for inaccurate clocks
 * and slow typing (RFC 6238 5.2).
 */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / periodSeconds) + delta;
}

/** 80 random bits each: 16 characters of base32. */
export function generateBackupCodes(): string[] {
  return Array.from({ length: backupCodeCount }, () => new Secret({ size: 10 }).base32.toLowerCase());
}

export const showBackupCode = (code: string): string => code.match(/.{4}/g)?.join("-") ?? code;

/** A plain hash is enough: a backup code's 80 bits can't be guessed. */
export const hashBackupCode = hashToken;
