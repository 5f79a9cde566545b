import { decodeBase64 } from "./base64.ts";

const prefix = "whsec_";
const minKeyBytes = 24;

/** The two HMAC keys derived from one secret. */
export type SecretKeys = {
  /** X-Service: the secret as shown, including its prefix, as UTF-8. */
  service: Uint8Array<ArrayBuffer>;
  /** Standard Webhooks: the bytes that the base64 part encodes. */
  standard: Uint8Array<ArrayBuffer>;
};

/** Returns the secret's keys, or a message that explains the problem without quoting the secret. */
export function readSecret(secret: unknown): SecretKeys | string {
  if (typeof secret !== "string") {
    return "secret must be a string";
  }
  const service = new TextEncoder().encode(secret);
  if (service.byteLength === 0) {
    return "secret is empty";
  }
  const standard = decodeBase64(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret);
  if (!standard) {
    return "secret is not whsec_ and padded base64: check for spaces, line breaks or missing characters";
  }
  if (standard.byteLength < minKeyBytes) {
    return `secret has ${standard.byteLength} bytes, but needs at least ${minKeyBytes}`;
  }
  return { service, standard };
}
