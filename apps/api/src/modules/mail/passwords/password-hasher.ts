import { hash } from "@node-rs/argon2";
import { limitParallel } from "../../../kernel/limits/limit-parallel.ts";
import type { PasswordHasher } from "../ports.ts";

// Argon2id with 19 MiB, two passes, one lane: OWASP's recommendation, and Dovecot's cost at each sign-in.
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashes in Node's thread pool, at most `maxParallel` at once, so that a flood of new accounts leaves threads and
 * memory for other work.
 */
export function createPasswordHasher(maxParallel = 2): PasswordHasher {
  const inTurn = limitParallel(maxParallel);
  return { hash: async (password) => `{ARGON2ID}${await inTurn(() => hash(password, settings))}` };
}
