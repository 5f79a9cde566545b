import { encodeBase64 } from "./base64.ts";

/**
 * Generates an endpoint secret: `whsec_` and the base64 of 32 random bytes.
 *
 * @example
 * generateSecret(); // "whsec_9mC…="
 */
export function generateSecret(): string {
  return `whsec_${encodeBase64(crypto.getRandomValues(new Uint8Array(32)))}`;
}
