/**
 * Every `reason` of a {@link WebhookVerificationError}. Reasons are added, never removed.
 *
 * Problems with the delivery (respond with 400):
 * - `missing_headers`: neither scheme has all its headers.
 * - `duplicate_header`: one of the eight headers occurs more than once.
 * - `oversized_header`: one of the eight headers is longer than 1024 characters.
 * - `invalid_timestamp`: a timestamp header is not a whole, non-negative decimal number of seconds.
 * - `conflicting_timestamps`: `X-Service-Timestamp` and `webhook-timestamp` differ.
 * - `timestamp_out_of_tolerance`: too far from now, in the past or in the future.
 * - `invalid_id`: `webhook-id` has a dot, a space or a character outside visible ASCII.
 * - `malformed_signature`: no signature has the form of its scheme.
 * - `no_matching_signature`: well formed, but made with a different secret or over different content.
 *
 * Problems with the call (the receiver's mistake, respond with 500):
 * - `invalid_secret`: no secret, an empty one, or one that is not base64 of at least 24 bytes.
 * - `invalid_body`: not a string or bytes, such as JSON that a framework has already parsed.
 * - `invalid_option`: `toleranceSeconds` or `now` is not a usable number, or `headers` is not an object.
 */
export const webhookVerificationReasons = [
  "missing_headers",
  "duplicate_header",
  "oversized_header",
  "invalid_timestamp",
  "conflicting_timestamps",
  "timestamp_out_of_tolerance",
  "invalid_id",
  "malformed_signature",
  "no_matching_signature",
  "invalid_secret",
  "invalid_body",
  "invalid_option",
] as const;

/** One of {@link webhookVerificationReasons}. */
export type WebhookVerificationReason = (typeof webhookVerificationReasons)[number];

const reasonsOfReceiver: readonly WebhookVerificationReason[] = [
  "invalid_secret",
  "invalid_body",
  "invalid_option",
];

/**
 * The error that `verify` rejects with. `reason` is for code and for the sender, `message` is for your log.
 * Neither contains a secret, a signature or any part of the body.
 */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
  readonly reason: WebhookVerificationReason;
  /** The HTTP status to respond with: 400, or 500 if the receiver's code or configuration is wrong. */
  readonly status: 400 | 500;

  constructor(reason: WebhookVerificationReason, message: string) {
    super(message);
    this.reason = reason;
    this.status = reasonsOfReceiver.includes(reason) ? 500 : 400;
  }
}
