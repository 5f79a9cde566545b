import { createHmac, createSecretKey } from "node:crypto";
import { bytesOfBody } from "./body.ts";
import {
  requireBody,
  requireSignable,
  type SignedHeaders,
  type SignInput,
  signedHeaders,
} from "./sign-input.ts";

export type { WebhookBody } from "./body.ts";
export type { SignedHeaders, SignInput } from "./sign-input.ts";

/**
 * `sign` without a promise, with node:crypto instead of Web Crypto: the same headers in a third of the CPU time, for
 * servers that send many deliveries. Throws a TypeError that names the invalid field.
 */
export function signSync(input: SignInput): SignedHeaders {
  const { id, timestamp } = input;
  const keys = requireSignable(input);
  const body = typeof input.body === "string" ? input.body : requireBody(bytesOfBody(input.body));
  const serviceMac = hmac(keys[0].service, `${timestamp}.`, body).digest("hex");
  const standardMacs = keys.map(({ standard }) =>
    hmac(standard, `${id}.${timestamp}.`, body).digest("base64"),
  );
  return signedHeaders(input, serviceMac, standardMacs);
}

// createHmac takes a key object in a third of the time that it takes bytes.
function hmac(key: Uint8Array, head: string, body: string | Uint8Array) {
  return createHmac("sha256", createSecretKey(key)).update(head).update(body);
}
