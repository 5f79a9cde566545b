import { decodeBase64 } from "./base64.ts";
import { bytesOfBody, type WebhookBody } from "./body.ts";
import { WebhookVerificationError } from "./errors.ts";
import { readHeaders, type WebhookHeaders } from "./headers.ts";
import { matchesAnyHmac } from "./hmac.ts";
import { readSecret, type SecretKeys } from "./read-secret.ts";
import { isSignableId, serviceContent, standardContent } from "./signed-content.ts";

export type VerifyInput<Body extends WebhookBody = WebhookBody> = {
  /** The request's headers: a Fetch `Headers`, or a record with names in any case. */
  headers: WebhookHeaders;
  /** The raw body as it arrived, before any JSON parser: bytes, or text decoded as UTF-8. */
  body: Body;
  /** The endpoint's secret, or several during a rotation. */
  secret: string | readonly string[];
  /** The largest accepted difference between the timestamp and `now`, in seconds, inclusive. Default: 300. */
  toleranceSeconds?: number;
  /** The current time in Unix seconds. Default: the system clock. */
  now?: number;
};

export type VerifiedWebhook<Body extends WebhookBody = WebhookBody> = {
  /** The event's ID. Authenticated; undefined unless the Standard Webhooks signature matched. */
  id: string | undefined;
  /** The event's name. Not signed: use it for routing only, and trust the `type` in the body. */
  event: string | undefined;
  /** The endpoint's ID. Not signed. */
  webhookId: string | undefined;
  /** Counted from 1. Not signed; undefined if the header is missing or malformed. */
  attempt: number | undefined;
  /** The time of the attempt, in Unix seconds. Authenticated. */
  timestamp: number;
  /** The body as it was passed in. Authenticated. */
  body: Body;
};

const defaultToleranceSeconds = 300;
const timestampForm = /^(?:0|[1-9][0-9]{0,14})$/;
const attemptForm = /^[1-9][0-9]{0,8}$/;
const serviceSignatureForm = /^sha256=([0-9a-f]{64})$/;
// The last base64 digit of 32 bytes has two unused bits. If set, they would spell the same signature differently.
const standardSignatureForm = /^v1,([A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=)$/;

/**
 * Verifies one delivery. It passes if a signature of either scheme, `X-Service-Signature` or Standard Webhooks'
 * `webhook-signature`, matches any of the secrets.
 *
 * Rejects with a `WebhookVerificationError` whose `reason` is one of `webhookVerificationReasons`.
 * Doesn't parse the body: parse it once this has resolved.
 */
export async function verify<Body extends WebhookBody>(
  input: VerifyInput<Body>,
): Promise<VerifiedWebhook<Body>> {
  const { toleranceSeconds = defaultToleranceSeconds, now = Date.now() / 1000 } = input;
  if (!Number.isFinite(toleranceSeconds) || toleranceSeconds < 0) {
    fail("invalid_option", "toleranceSeconds must be a finite number of at least 0");
  }
  if (!Number.isFinite(now)) {
    fail("invalid_option", "now must be a finite number of Unix seconds");
  }
  const secrets = readSecrets(input.secret);
  const body = bytesOfBody(input.body);
  if (!body) {
    fail("invalid_body", "body must be the raw text or bytes of the request, not the result of a parser");
  }

  const headers = readHeaders(input.headers);
  const serviceTimestamp = headers["x-service-timestamp"];
  const standardTimestamp = headers["webhook-timestamp"];
  const serviceSignature = headers["x-service-signature"];
  const standardSignatures = headers["webhook-signature"];
  const id = headers["webhook-id"];
  const offersService = serviceTimestamp !== undefined && serviceSignature !== undefined;
  const offersStandard =
    id !== undefined && standardTimestamp !== undefined && standardSignatures !== undefined;
  if (!offersService && !offersStandard) {
    fail(
      "missing_headers",
      "needs X-Service-Timestamp and X-Service-Signature, or webhook-id, webhook-timestamp and webhook-signature",
    );
  }

  const timestamps = [serviceTimestamp, standardTimestamp].filter((text) => text !== undefined);
  if (!timestamps.every((text) => timestampForm.test(text))) {
    fail("invalid_timestamp", "a timestamp header is not a whole number of Unix seconds");
  }
  if (new Set(timestamps).size > 1) {
    fail("conflicting_timestamps", "X-Service-Timestamp and webhook-timestamp differ");
  }
  const timestamp = Number(timestamps[0]);
  const differenceSeconds = Math.abs(Math.floor(now) - timestamp);
  if (differenceSeconds > toleranceSeconds) {
    fail(
      "timestamp_out_of_tolerance",
      `the timestamp is ${differenceSeconds} s from now; at most ${toleranceSeconds} s are allowed`,
    );
  }
  if (offersStandard && !isSignableId(id)) {
    fail("invalid_id", "webhook-id must be 1 to 256 visible ASCII characters without a dot");
  }

  const standardMacs = offersStandard ? readStandardSignatures(standardSignatures) : [];
  const serviceMacs = offersService ? readServiceSignature(serviceSignature) : [];
  if (standardMacs.length === 0 && serviceMacs.length === 0) {
    fail("malformed_signature", "no signature of the form sha256=<64 lowercase hex digits> or v1,<base64>");
  }

  // Both contents are copies made before the first await, so the caller can't change them during verification.
  const standard = { macs: standardMacs, content: standardContent(id ?? "", timestamp, body) };
  const service = { macs: serviceMacs, content: serviceContent(timestamp, body) };
  const standardMatches = await matchesAnySecret(standard, secrets, "standard");
  if (!standardMatches && !(await matchesAnySecret(service, secrets, "service"))) {
    fail("no_matching_signature", "no signature matches the body with the given secret");
  }

  const attempt = headers["x-service-attempt"];
  return {
    id: standardMatches ? id : undefined,
    event: headers["x-service-event"],
    webhookId: headers["x-service-webhook-id"],
    attempt: attempt !== undefined && attemptForm.test(attempt) ? Number(attempt) : undefined,
    timestamp,
    body: input.body,
  };
}

function fail(...reasonAndMessage: ConstructorParameters<typeof WebhookVerificationError>): never {
  throw new WebhookVerificationError(...reasonAndMessage);
}

function readSecrets(secret: string | readonly string[]): SecretKeys[] {
  const secrets: readonly unknown[] = Array.isArray(secret) ? secret : [secret];
  if (secrets.length === 0) {
    fail("invalid_secret", "at least one secret is required");
  }
  return secrets.map((one) => {
    const keys = readSecret(one);
    return typeof keys === "string" ? fail("invalid_secret", keys) : keys;
  });
}

function readServiceSignature(header: string): Uint8Array<ArrayBuffer>[] {
  const hex = serviceSignatureForm.exec(header)?.[1];
  return hex ? [Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))] : [];
}

/** Reads a space-separated list and skips malformed entries and other versions, as the specification requires. */
function readStandardSignatures(header: string): Uint8Array<ArrayBuffer>[] {
  return header.split(" ").flatMap((entry) => {
    const base64 = standardSignatureForm.exec(entry)?.[1];
    return (base64 && decodeBase64(base64)) || [];
  });
}

async function matchesAnySecret(
  offered: { macs: Uint8Array<ArrayBuffer>[]; content: Uint8Array<ArrayBuffer> },
  secrets: SecretKeys[],
  scheme: keyof SecretKeys,
): Promise<boolean> {
  for (const secret of secrets) {
    if (await matchesAnyHmac(secret[scheme], offered.content, offered.macs)) {
      return true;
    }
  }
  return false;
}
