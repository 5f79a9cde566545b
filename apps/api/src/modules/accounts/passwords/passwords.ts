import { hash, verify } from "@node-rs/argon2";
import { limitParallel } from "../../../kernel/limits/limit-parallel.ts";

// Argon2id with 19 MiB, two passes, one lane: OWASP's recommendation.
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes and compares passwords off the main thread. */
export type Passwords = {
  hash(password: string): Promise<string>;
  verify(passwordHash: string, password: string): Promise<boolean>;
};

/** One form for text that looks the same (NIST SP 800-63B-4, 3.1.1.2): keyboards may encode a password differently. */
const normalize = (password: string) => password.normalize("NFKC");

/**
 * At most `maxParallel` hashes run at once, leaving threads and memory for other work, and at most `maxWaiting` wait: a
 * flood of sign-ins is refused rather than queued.
 */
export function createPasswords(limits = { maxParallel: 2, maxWaiting: 100 }): Passwords {
  const inTurn = limitParallel(limits.maxParallel, limits.maxWaiting);
  return {
    hash: (password) => inTurn(() => hash(normalize(password), settings)),
    verify: (passwordHash, password) => inTurn(() => compare(passwordHash, normalize(password))),
  };
}

/** The first version used scrypt; such a hash stays until the password is changed. */
async function compare(passwordHash: string, password: string): Promise<boolean> {
  if (passwordHash.startsWith("$argon2")) {
    return verify(passwordHash, password);
  }
  const { verifyPassword } = await import("better-auth/crypto");
  return verifyPassword({ hash: passwordHash, password });
}
