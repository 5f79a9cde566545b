import { encodeBase64 } from "./base64.ts";
import { bytesOfBody } from "./body.ts";
import { hmac } from "./hmac.ts";
import {
  requireBody,
  requireSignable,
  type SignedHeaders,
  type SignInput,
  signedHeaders,
} from "./sign-input.ts";
import { serviceContent, standardContent } from "./signed-content.ts";

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
  const { id, timestamp } = input;
  const keys = requireSignable(input);
  const body = requireBody(bytesOfBody(input.body));
  const [serviceMac, ...standardMacs] = await Promise.all([
    hmac(keys[0].service, serviceContent(timestamp, body)),
    ...keys.map(({ standard }) => hmac(standard, standardContent(id, timestamp, body))),
  ]);
  return signedHeaders(input, encodeHex(serviceMac), standardMacs.map(encodeBase64));
}

function encodeHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
