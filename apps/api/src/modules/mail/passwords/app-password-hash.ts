import { createHash, randomBytes } from "node:crypto";

const sha256 = (...parts: (string | Buffer)[]): Buffer => {
  const hash = createHash("sha256");
  for (const part of parts) {
    hash.update(part);
  }
  return hash.digest();
};

/** The characters by which the mail server finds the row of a password: 16 bits of 118, so of no use for guessing it. */
export const hintOf = (appPassword: string): string => sha256(appPassword).toString("hex").slice(0, 4);

/**
 * Dovecot's SSHA256: SHA-256 of password and salt, then the salt, in base64. Fast, because a generated password can't be
 * guessed, and mail programs sign in every few minutes.
 */
export function hashAppPassword(appPassword: string): string {
  const salt = randomBytes(8);
  return `{SSHA256}${Buffer.concat([sha256(appPassword, salt), salt]).toString("base64")}`;
}
