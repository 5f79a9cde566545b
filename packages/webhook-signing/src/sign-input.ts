import type { WebhookBody } from "./body.ts";
import { readSecret, type SecretKeys } from "./read-secret.ts";
import { isSignableId } from "./signed-content.ts";

export type SignInput = {
  /** The endpoint's secret as shown: `whsec_` and the base64 of at least 24 bytes. */
  secret: string;
  /**
   * During a rotation, the secret that replaces it. `webhook-signature` then has a signature of each, and
   * `X-Service-Signature`, which can only have one, still uses `secret`.
   */
  nextSecret?: string | undefined;
  /** The event's ID, the same in every attempt: 1 to 256 visible ASCII characters, no dot. */
  id: string;
  /** The event's name, such as `domain.registered`. */
  event: string;
  /** The ID of the webhook endpoint. */
  webhookId: string;
  /** Counted from 1. */
  attempt: number;
  /** The time of this attempt, in whole Unix seconds. */
  timestamp: number;
  /** The body exactly as it will be sent. */
  body: WebhookBody;
};

/** The headers of one delivery, ready to hand to an HTTP client. */
export type SignedHeaders = {
  "X-Service-Event": string;
  /** `sha256=` and 64 lowercase hex digits. */
  "X-Service-Signature": string;
  "X-Service-Timestamp": string;
  "X-Service-Webhook-Id": string;
  "X-Service-Attempt": string;
  "webhook-id": string;
  "webhook-timestamp": string;
  /** `v1,` and base64; with a next secret, two of them, separated by a space. */
  "webhook-signature": string;
};

const visibleAscii = /^[\x21-\x7e]{1,256}$/;

/** Checks everything but the body. Returns the keys of the secret and of the next one. */
export function requireSignable(input: SignInput): [SecretKeys, ...SecretKeys[]] {
  const keys = requireKeys("secret", input.secret);
  const next = input.nextSecret === undefined ? [] : [requireKeys("nextSecret", input.nextSecret)];
  requireHeaderValues(input);
  return [keys, ...next];
}

export function requireHeaderValues(input: SignInput): void {
  if (!isSignableId(input.id)) {
    throw new TypeError("id must be 1 to 256 visible ASCII characters without a dot");
  }
  requireVisibleAscii("event", input.event);
  requireVisibleAscii("webhookId", input.webhookId);
  requireWholeNumber("attempt", input.attempt, 1);
  requireWholeNumber("timestamp", input.timestamp, 0);
}

export function requireBody<Body>(body: Body | undefined): Body {
  if (body === undefined) {
    throw new TypeError("body must be a string or bytes");
  }
  return body;
}

/**
 * @param serviceMac in hexadecimal
 * @param standardMacs in base64
 */
export function signedHeaders(
  { id, event, webhookId, attempt, timestamp }: SignInput,
  serviceMac: string,
  standardMacs: readonly string[],
): SignedHeaders {
  return {
    "X-Service-Event": event,
    "X-Service-Signature": `sha256=${serviceMac}`,
    "X-Service-Timestamp": String(timestamp),
    "X-Service-Webhook-Id": webhookId,
    "X-Service-Attempt": String(attempt),
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": standardMacs.map((mac) => `v1,${mac}`).join(" "),
  };
}

export function requireKeys(name: "secret" | "nextSecret", secret: unknown): SecretKeys {
  const keys = readSecret(secret);
  if (typeof keys === "string") {
    throw new TypeError(keys.replace("secret", name));
  }
  return keys;
}

function requireVisibleAscii(name: string, value: string): void {
  if (typeof value !== "string" || !visibleAscii.test(value)) {
    throw new TypeError(`${name} must be 1 to 256 visible ASCII characters`);
  }
}

function requireWholeNumber(name: string, value: number, min: number): void {
  if (!Number.isSafeInteger(value) || value < min) {
    throw new TypeError(`${name} must be a whole number of at least ${min}`);
  }
}
