import type { Clue, DiagnosisReason, Finding } from "./reasons.ts";

type Words = [message: string, advice: string];
type WordsOfClue = Words | ((clue: Clue) => Words);

const rawBody = "Verify the raw bytes of the request, before any parser, and parse them afterward.";
const ownCode = "Correct the code that made this signature, or use verify from @zonepost/webhook-signing.";
const copySecret = "Copy the whole secret again, from whsec_ to its last character.";
const proxy = "Configure the proxy or framework to pass headers on unchanged.";

const words: Record<DiagnosisReason, WordsOfClue> = {
  valid: ({ detail }) => [`The signature is correct: ${detail}.`, ""],
  age_not_checked: ({ detail }) => [
    `The age of the signature wasn't checked, because no time of verification was given. It's accepted from ${detail}.`,
    "To check it, pass the time at which the receiver verified the request.",
  ],
  matches_later_secret: ({ detail }) => [
    `The signature was made with secret number ${detail} in your list.`,
    "A receiver that only has the first secret rejects this delivery. Keep both until the rotation has ended.",
  ],
  rotation: [
    "A rotation is under way: webhook-signature has a signature for each of the two secrets, and X-Service-Signature uses only the current one.",
    "Add both secrets to your receiver, then switch to the new one under Webhooks.",
  ],
  other_signature_differs: ({ place }) => [
    `${place} doesn't match, and no known mistake explains it.`,
    "One correct signature is enough for verify. If your own code checks this one, check the other one instead.",
  ],
  too_old: ({ detail }) => [
    `The signature is correct, but it was made ${duration(detail)} before the time of verification.`,
    "If it was verified on arrival, the receiver's clock is ahead: synchronize it. If it was verified later, pass the time of arrival.",
  ],
  from_the_future: ({ detail }) => [
    `The signature is correct, but it was made ${duration(detail)} after the time of verification.`,
    "The receiver's clock is behind: synchronize it.",
  ],
  now_in_milliseconds: [
    "The time of verification is in milliseconds.",
    "Pass Unix seconds: Date.now() / 1000.",
  ],
  timestamp_in_milliseconds: [
    "The signature was made with a timestamp in milliseconds.",
    "Sign and compare whole Unix seconds, as in the header.",
  ],
  headers_missing: ({ detail }) => [
    `Headers that a signature needs are missing: ${detail}.`,
    "Check that a proxy, firewall or framework passes them on, and that the request is a webhook.",
  ],
  header_renamed: ({ detail }) => [`A header arrived under a different name: ${detail}.`, proxy],
  header_repeated: ({ detail }) => [
    `A header occurs more than once: ${detail}.`,
    "Configure the proxy to replace headers instead of adding them. If you pasted several requests, paste only one.",
  ],
  header_oversized: ({ detail }) => [`A header is longer than 1,024 characters: ${detail}.`, proxy],
  timestamp_malformed: ({ detail }) => [
    `A timestamp isn't whole Unix seconds: ${detail}.`,
    "Use the header's text as it arrived. Don't convert it to a date or to milliseconds.",
  ],
  timestamps_differ: ["X-Service-Timestamp and webhook-timestamp differ. Zonepost sends equal ones.", proxy],
  timestamp_changed: ({ detail }) => [
    `The signature was made for a timestamp ${duration(detail)} away from the header's.`,
    "Use the timestamp from the headers, not the receiver's clock or a time in the body.",
  ],
  id_malformed: ["webhook-id has a dot, a space or a character outside visible ASCII.", proxy],
  id_changed: ["The signature was made for the ID in the body, and webhook-id has a different one.", proxy],
  signature_prefix_missing: ({ place }) => [
    `${place} has no ${prefixOf(place)} at its start.`,
    "Pass the header's value as it arrived, with its prefix.",
  ],
  signature_reencoded: ({ place }) => [
    `${place} isn't in ${place === "webhook-signature" ? "standard, padded base64" : "lowercase hex"}, as Zonepost sends it.`,
    "Pass the header's value as it arrived.",
  ],
  signature_malformed: ({ place }) => [
    `${place} isn't an HMAC-SHA256 in ${place === "webhook-signature" ? "base64" : "hex"}. It may have been cut off.`,
    "Pass the header's value as it arrived.",
  ],
  secret_missing: ({ detail }) => [
    detail ? `Secret number ${detail} in the list is empty.` : "No secret was given.",
    "Pass the secret that was shown when the endpoint was created, and leave out empty ones.",
  ],
  secret_has_extra_characters: [
    "The secret is correct, but has spaces, quotes, a line break or a variable's name around it.",
    "Remove them where the secret is stored.",
  ],
  secret_reencoded: [
    "The secret is correct, but it was encoded for a URL.",
    "Store it as it was shown, with its plus signs, slashes and equals signs.",
  ],
  secret_cut: ({ certainty, detail }) =>
    certainty === "proven"
      ? ["The secret is correct, but characters are missing at its start or end.", copySecret]
      : [`The secret has ${detail} characters. Zonepost's have 50, so it was probably cut off.`, copySecret],
  secret_without_prefix: [
    "The secret was stored without whsec_. X-Service-Signature needs it with the prefix.",
    "Store the secret as it was shown.",
  ],
  secret_malformed: ({ detail }) => [
    `${detail ? `Secret number ${detail} in the list` : "The secret"} isn't whsec_ and the base64 of at least 24 bytes.`,
    copySecret,
  ],
  wrong_secret: [
    "No signature matches this secret, even with every known change to the body undone. It's probably another endpoint's secret, or an old one.",
    "Compare the endpoint's ID with X-Service-Webhook-Id. If you no longer have its secret, rotate it.",
  ],
  key_not_decoded: [
    "The signature was made with the text of the secret as the key. Standard Webhooks uses the bytes that the base64 after whsec_ encodes.",
    ownCode,
  ],
  key_decoded: [
    "The signature was made with the decoded bytes as the key. X-Service-Signature uses the text of the whole secret.",
    ownCode,
  ],
  key_without_prefix: [
    "The signature was made with the secret without whsec_ as the key. X-Service-Signature uses the whole secret as shown.",
    ownCode,
  ],
  body_only: [
    "The signature was made over the body alone, without the timestamp and, in webhook-signature, the ID before it.",
    ownCode,
  ],
  other_scheme: [
    "The signature was made over the content of the other scheme. X-Service-Signature covers timestamp.body, webhook-signature covers id.timestamp.body.",
    ownCode,
  ],
  separator_missing: ["The signature was made without the dots between the timestamp and the body.", ownCode],
  body_not_raw: ["The body is the result of a parser, not the text or bytes that arrived.", rawBody],
  body_empty: ["The body is empty. Something else probably read the request first.", rawBody],
  body_reserialized: ({ certainty, detail }) => [
    certainty === "proven"
      ? `The body was parsed as JSON and serialized again. The difference: ${detail || "notation"}.`
      : `The body isn't formatted the way Zonepost sends it, so it was probably parsed as JSON and serialized again. The difference: ${detail || "notation"}.`,
    rawBody,
  ],
  keys_reordered: ({ certainty }) => [
    `The keys of the body ${certainty === "proven" ? "were" : "seem to have been"} reordered, as some parsers and databases do.`,
    rawBody,
  ],
  body_quoted: ["The body is a JSON string that contains the JSON.", rawBody],
  body_base64: [
    "The body is encoded in base64, as some gateways pass it.",
    "Decode it before you verify it. With AWS Lambda, check isBase64Encoded.",
  ],
  body_url_encoded: ["The body is URL-encoded.", rawBody],
  newline_trimmed: ["A line break at the end of the body was removed.", rawBody],
  newline_added: [
    "A line break was added at the end of the body.",
    `${rawBody} If you copied the body from a file or a terminal, leave out the last line break.`,
  ],
  whitespace_added: ["Spaces or line breaks were added around the body.", rawBody],
  line_endings_changed: ["The line endings of the body were changed between CRLF and LF.", rawBody],
  bom_added: ["A byte order mark was added at the start of the body.", rawBody],
  bom_removed: ["A byte order mark at the start of the body was removed.", rawBody],
  wrong_charset: ({ certainty }) => [
    certainty === "proven"
      ? "The body was decoded or encoded as Latin-1 instead of UTF-8."
      : "The body has characters that were lost, because it wasn't decoded as UTF-8.",
    "Verify the bytes, or decode them as UTF-8.",
  ],
  body_truncated: [
    "The JSON of the body ends early.",
    "Raise the receiver's body limit, or copy the whole body from the log.",
  ],
  body_length_differs: ({ detail }) => [
    `The body is ${Math.abs(Number(detail))} bytes ${Number(detail) > 0 ? "longer" : "shorter"} than Content-Length.`,
    rawBody,
  ],
  mixed_deliveries: [
    "The headers and the body belong to different events.",
    "Take both from the same request.",
  ],
  computed_correct: [
    "Your code calculates the same signature as the header.",
    "Check how it compares the two, which header it reads, and how it checks the timestamp.",
  ],
  computed_prefix_differs: [
    "Your code calculates the correct signature, but compares it with a text that has a different prefix.",
    "Include the prefix (“sha256=” or “v1,”) on both sides of the comparison, or on neither.",
  ],
  computed_encoding_differs: [
    "Your code calculates the correct signature, but in a different notation.",
    "X-Service-Signature is lowercase hex, and webhook-signature is padded base64.",
  ],
  computed_malformed: [
    "Your code's signature isn't an HMAC-SHA256: 64 hex digits or 44 characters of base64.",
    "Check the hash function, and that the result is complete.",
  ],
  computed_unexplained: [
    "No known mistake leads to your code's signature.",
    "Check that it uses HMAC-SHA256 with this secret and this request.",
  ],
};

/** The finding with its words. */
export function toFinding(clue: Clue): Finding {
  const entry = words[clue.reason];
  const [message, advice] = typeof entry === "function" ? entry(clue) : entry;
  return { ...clue, message: clue.place === "computed" ? forOwnCode(clue, message) : message, advice };
}

function forOwnCode({ reason }: Clue, message: string): string {
  return reason.startsWith("computed_") ? message : `In your code's signature: ${message}`;
}

const prefixOf = (place: Clue["place"]) => (place === "webhook-signature" ? "v1," : "sha256=");

/** `7805` becomes "2 h 10 min 5 s". */
function duration(seconds: string | undefined): string {
  const total = Number(seconds);
  const parts = [
    [Math.floor(total / 86_400), "d"],
    [Math.floor(total / 3600) % 24, "h"],
    [Math.floor(total / 60) % 60, "min"],
    [total % 60, "s"],
  ] as const;
  return (
    parts
      .filter(([count]) => count > 0)
      .map(([count, unit]) => `${count} ${unit}`)
      .join(" ") || "0 s"
  );
}
