import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

const keyBytes = 32;
// A quarter of the default cost: these secrets are random, and every session starts with one.
const cost = 4096;

function derive(secret: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(secret, salt, keyBytes, { N: cost }, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

/** A salted hash of a password or of authorization information. */
export async function hashSecret(secret: string): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString("base64")}.${(await derive(secret, salt)).toString("base64")}`;
}

/** Hashes authorization information. Empty means none (RFC 9154), which never matches. */
export async function hashAuthInfo(authInfo: string | null | undefined): Promise<string | null> {
  return authInfo ? await hashSecret(authInfo) : null;
}

export async function matchesSecret(secret: string, hash: string | null | undefined): Promise<boolean> {
  const [salt, key] = (hash ?? "").split(".").map((part) => Buffer.from(part, "base64"));
  // Does the same work without a hash, so that the time doesn't reveal whether one exists.
  const derived = await derive(secret, salt?.length ? salt : Buffer.alloc(16));
  return key?.length === keyBytes && timingSafeEqual(key, derived);
}
