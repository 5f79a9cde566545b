import { decodeBase64 } from "./base64.ts";

const prefix = "whsec_";
const minKeyBytes = 24;

/** The two HMAC keys that one secret stands for. */
export type SecretKeys = {
  /** X-Service: the secret as shown, prefix included, as UTF-8. */
  service: Uint8Array<ArrayBuffer>;
  /** Standard Webhooks: the bytes that its base64 part stands for. */
  standard: Uint8Array<ArrayBuffer>;
};

/** Reads a secret into its keys, or says in words (never with the secret in them) what is wrong with it. */
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
    return "secret is not whsec_ and padded base64: check for spaces, line ends or a part that is missing";
  }
  if (standard.byteLength < minKeyBytes) {
    return `secret holds ${standard.byteLength} bytes, at least ${minKeyBytes} are needed`;
  }
  return { service, standard };
}
