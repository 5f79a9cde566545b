import { hash } from "@node-rs/argon2";
import type { PasswordHasher } from "./ports.ts";

// Argon2id with 19 MiB, two passes, one lane: OWASP's recommendation, and what Dovecot checks at each sign-in.
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashes in Node's thread pool, at most `maxParallel` at once and the rest in order of arrival, so that a flood
 * of new accounts leaves threads and memory to everything else.
 */
export function createPasswordHasher(maxParallel = 2): PasswordHasher {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async hash(password) {
      if (running >= maxParallel) await new Promise<void>((resolve) => waiting.push(resolve));
      else running += 1;
      try {
        return `{ARGON2ID}${await hash(password, settings)}`;
      } finally {
        // The place goes to the next in line; nobody who comes in between can take it.
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
