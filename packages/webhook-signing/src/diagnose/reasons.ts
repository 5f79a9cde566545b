/**
 * Every `reason` of a {@link Finding}. Reasons are added, never removed.
 *
 * Accepted by `verify`:
 * - `valid`: a signature matches the body and the secret. If `now` was given, the timestamp is recent enough.
 * - `age_not_checked`: `now` wasn't given, so the timestamp may be of any age.
 * - `matches_later_secret`: the match is with a secret after the first one in the list.
 * - `rotation`: only `webhook-signature`, which carries several signatures, matches. A rotation is under way.
 * - `other_signature_differs`: one scheme matches, and the other doesn't.
 *
 * The time. The signature matches:
 * - `too_old`: signed longer before `now` than the tolerance allows: a late delivery, or a clock that is ahead.
 * - `from_the_future`: signed after `now`: the receiver's clock is behind.
 * - `now_in_milliseconds`: `now` is in milliseconds.
 * - `timestamp_in_milliseconds`: the timestamp that was signed is in milliseconds.
 *
 * The headers:
 * - `headers_missing`: neither scheme has all its headers.
 * - `header_renamed`: a header arrived under a different name.
 * - `header_repeated`: a header occurs more than once, or a proxy joined two of them.
 * - `header_oversized`: a header is longer than 1,024 characters.
 * - `timestamp_malformed`: a timestamp is not whole Unix seconds.
 * - `timestamps_differ`: the two timestamp headers are not equal.
 * - `timestamp_changed`: the signature was made for a different timestamp than the header's.
 * - `id_malformed`: `webhook-id` has a dot, a space or a character outside visible ASCII.
 * - `id_changed`: the signature was made for the ID in the body, and `webhook-id` has a different one.
 * - `signature_prefix_missing`: the signature has no `sha256=` or `v1,`.
 * - `signature_reencoded`: hex instead of base64 or the reverse, uppercase hex, or base64 for URLs.
 * - `signature_malformed`: the signature is cut off or has no known form.
 *
 * The secret:
 * - `secret_missing`: no secret, or an empty one.
 * - `secret_has_extra_characters`: spaces, quotes, a line break, or the variable's name before it.
 * - `secret_reencoded`: URL-encoded, or in the base64 alphabet for URLs.
 * - `secret_cut`: characters are missing at its start or end.
 * - `secret_without_prefix`: it was stored without `whsec_`, which is part of the key of `X-Service-Signature`.
 * - `secret_malformed`: not `whsec_` and the base64 of at least 24 bytes.
 * - `wrong_secret`: nothing matches, and no known change to the body explains it.
 *
 * How a signature was calculated:
 * - `key_not_decoded`: `webhook-signature` with the text of the secret as the key, instead of its decoded bytes.
 * - `key_decoded`: `X-Service-Signature` with the decoded bytes as the key, instead of the secret's text.
 * - `key_without_prefix`: `X-Service-Signature` with the secret's text without `whsec_` as the key.
 * - `body_only`: made over the body alone.
 * - `other_scheme`: made over the content that the other scheme signs.
 * - `separator_missing`: made over the right parts without the dots between them.
 *
 * The body:
 * - `body_not_raw`: an object, the text `[object Object]`, or another result of a parser.
 * - `body_empty`: nothing was left to read.
 * - `body_reserialized`: the same JSON in a different notation: whitespace, unicode escapes, escaped slashes,
 *   numbers (`1.0`, `1e3`) or dates.
 * - `keys_reordered`: the same JSON with its keys in a different order.
 * - `body_quoted`: JSON inside a JSON string.
 * - `body_base64`: base64 of the body.
 * - `body_url_encoded`: the body as a form would send it.
 * - `newline_trimmed`, `newline_added`: one line break at the end.
 * - `whitespace_added`: spaces or several line breaks around the body.
 * - `line_endings_changed`: CRLF instead of LF, or the reverse.
 * - `bom_added`, `bom_removed`: a byte order mark at the start.
 * - `wrong_charset`: UTF-8 read as Latin-1 or Windows-1252, or the reverse.
 * - `body_truncated`: the JSON ends early.
 * - `body_length_differs`: the body is longer or shorter than `Content-Length`.
 * - `mixed_deliveries`: the headers and the body belong to different events.
 *
 * Your own code's signature, if `computed` was given:
 * - `computed_correct`: the same as in the header.
 * - `computed_prefix_differs`: the same signature, compared with and without `sha256=` or `v1,`.
 * - `computed_encoding_differs`: the same signature in another notation: hex, base64 or uppercase.
 * - `computed_malformed`: not an HMAC-SHA256 in hex or base64.
 * - `computed_unexplained`: no known mistake leads to it.
 */
export const diagnosisReasons = [
  "valid",
  "age_not_checked",
  "matches_later_secret",
  "rotation",
  "other_signature_differs",
  "too_old",
  "from_the_future",
  "now_in_milliseconds",
  "timestamp_in_milliseconds",
  "headers_missing",
  "header_renamed",
  "header_repeated",
  "header_oversized",
  "timestamp_malformed",
  "timestamps_differ",
  "timestamp_changed",
  "id_malformed",
  "id_changed",
  "signature_prefix_missing",
  "signature_reencoded",
  "signature_malformed",
  "secret_missing",
  "secret_has_extra_characters",
  "secret_reencoded",
  "secret_cut",
  "secret_without_prefix",
  "secret_malformed",
  "wrong_secret",
  "key_not_decoded",
  "key_decoded",
  "key_without_prefix",
  "body_only",
  "other_scheme",
  "separator_missing",
  "body_not_raw",
  "body_empty",
  "body_reserialized",
  "keys_reordered",
  "body_quoted",
  "body_base64",
  "body_url_encoded",
  "newline_trimmed",
  "newline_added",
  "whitespace_added",
  "line_endings_changed",
  "bom_added",
  "bom_removed",
  "wrong_charset",
  "body_truncated",
  "body_length_differs",
  "mixed_deliveries",
  "computed_correct",
  "computed_prefix_differs",
  "computed_encoding_differs",
  "computed_malformed",
  "computed_unexplained",
] as const;

/** One of {@link diagnosisReasons}. */
export type DiagnosisReason = (typeof diagnosisReasons)[number];

/** Where a {@link Finding} was made; `computed` is the signature that the receiver's own code calculated. */
export type FindingPlace = "X-Service-Signature" | "webhook-signature" | "computed";

/** One thing that is right or wrong, and what to do about it. Never contains the secret. */
export type Finding = {
  reason: DiagnosisReason;
  /** `proven`: a signature matches once this is undone, or the input shows it plainly. `likely`: it only fits. */
  certainty: "proven" | "likely";
  /** The signature concerned, if it isn't all of them. */
  place?: FindingPlace;
  /** The facts: names of headers, a number of seconds or bytes, the number of a secret. */
  detail?: string;
  /** One or two English sentences: the cause. */
  message: string;
  /** One or two English sentences: what to do. Empty if there is nothing to do. */
  advice: string;
};

/** A finding before its words. */
export type Clue = Pick<Finding, "reason" | "certainty"> & { place?: FindingPlace; detail?: string };
