import { Secret, TOTP } from "otpauth";
import { hashToken } from "../model/link-token.ts";

const periodSeconds = 30;
const backupCodeCount = 10;

/** Wrong codes in a row, over all sessions, after which no code is taken for a while. */
export const maxWrongCodes = 5;
export const lockMs = 15 * 60_000;
export const trustedDeviceLifetimeSeconds = 30 * 86_400;

/** The second factor as authenticator apps take it: RFC 6238 with SHA-1, six digits and 30 seconds. */
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
 * The time step whose code this is; null for none near `now`. One step to either side is taken, for clocks that are
 * off and people who type slowly (RFC 6238 5.2).
 */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / periodSeconds) + delta;
}

/** Each 80 bits of chance: 16 characters of base32. */
export function generateBackupCodes(): string[] {
  return Array.from({ length: backupCodeCount }, () => new Secret({ size: 10 }).base32.toLowerCase());
}

/** As people see and type it, `xxxx-xxxx-xxxx-xxxx`. */
export const showBackupCode = (code: string): string => code.match(/.{4}/g)?.join("-") ?? code;

/** A plain hash is enough for a backup code: its 80 bits cannot be guessed. */
export const hashBackupCode = hashToken;
