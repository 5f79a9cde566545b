import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

const keyBytes = 32;
// A quarter of the default: these secrets are random, and every session begins with one.
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

/** The same for authorization information; what is empty is none at all (RFC 9154), and nobody's. */
export async function hashAuthInfo(authInfo: string | null | undefined): Promise<string | null> {
  return authInfo ? await hashSecret(authInfo) : null;
}

export async function matchesSecret(secret: string, hash: string | null | undefined): Promise<boolean> {
  const [salt, key] = (hash ?? "").split(".").map((part) => Buffer.from(part, "base64"));
  // Without a hash the work is done all the same, so that time does not tell whether there is one.
  const derived = await derive(secret, salt?.length ? salt : Buffer.alloc(16));
  return key?.length === keyBytes && timingSafeEqual(key, derived);
}
