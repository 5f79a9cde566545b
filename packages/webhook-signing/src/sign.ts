import { encodeBase64 } from "./base64.ts";
import { bytesOfBody, type WebhookBody } from "./body.ts";
import { hmac } from "./hmac.ts";
import { readSecret } from "./read-secret.ts";
import { isSignableId, serviceContent, standardContent } from "./signed-content.ts";

export type SignInput = {
  /** The endpoint's secret as shown: `whsec_` and the base64 of at least 24 bytes. */
  secret: string;
  /** The event's id, the same in every attempt: 1 to 256 visible ASCII characters, no dot. */
  id: string;
  /** The event's name, such as `domain.registered`. */
  event: string;
  /** The id of the webhook endpoint. */
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
  /** `sha256=` and 64 lower-case hex digits. */
  "X-Service-Signature": string;
  "X-Service-Timestamp": string;
  "X-Service-Webhook-Id": string;
  "X-Service-Attempt": string;
  "webhook-id": string;
  "webhook-timestamp": string;
  /** `v1,` and base64. */
  "webhook-signature": string;
};

const visibleAscii = /^[\x21-\x7e]{1,256}$/;

/**
 * Signs one delivery in both schemes and resolves to its eight headers.
 *
 * `X-Service-Signature` is HMAC-SHA256 over `<timestamp>.<body>`, keyed with the whole secret as shown.
 * `webhook-signature` is HMAC-SHA256 over `<id>.<timestamp>.<body>`, keyed with the bytes that the secret's
 * base64 part encodes (Standard Webhooks 1.0).
 *
 * Rejects with a TypeError that names the invalid field.
 */
export async function sign(input: SignInput): Promise<SignedHeaders> {
  const { id, event, webhookId, attempt, timestamp } = input;
  const keys = readSecret(input.secret);
  if (typeof keys === "string") {
    throw new TypeError(keys);
  }
  if (!isSignableId(id)) {
    throw new TypeError("id must be 1 to 256 visible ASCII characters without a dot");
  }
  requireVisibleAscii("event", event);
  requireVisibleAscii("webhookId", webhookId);
  requireWholeNumber("attempt", attempt, 1);
  requireWholeNumber("timestamp", timestamp, 0);
  const body = bytesOfBody(input.body);
  if (!body) {
    throw new TypeError("body must be a string or bytes");
  }

  const [serviceMac, standardMac] = await Promise.all([
    hmac(keys.service, serviceContent(timestamp, body)),
    hmac(keys.standard, standardContent(id, timestamp, body)),
  ]);
  return {
    "X-Service-Event": event,
    "X-Service-Signature": `sha256=${encodeHex(serviceMac)}`,
    "X-Service-Timestamp": String(timestamp),
    "X-Service-Webhook-Id": webhookId,
    "X-Service-Attempt": String(attempt),
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `v1,${encodeBase64(standardMac)}`,
  };
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

function encodeHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
