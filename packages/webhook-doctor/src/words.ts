/** Where a finding was made; `computed` is the signature that the receiver's own code calculated. */
export type FindingPlace = "X-Service-Signature" | "webhook-signature" | "computed";

type Facts = {
  /** `proven`: a signature matches once this is undone, or the input shows it plainly. `likely`: it only fits. */
  certainty: "proven" | "likely";
  /** The signature concerned, if it isn't all of them. */
  place?: FindingPlace;
  /** Names of headers, a number of seconds or characters, the number of a secret. */
  detail?: string;
};
type Words = [message: string, advice: string];
type WordsOfFacts = Words | ((facts: Facts) => Words);

const rawBody = "Verify the raw bytes of the request, before any parser, and parse them afterward.";
const ownCode = "Correct the code that made this signature, or use verify from @zonepost/webhook-signing.";
const copySecret = "Copy the whole secret again, from whsec_ to its last character.";
const proxy = "Configure the proxy or framework to pass headers on unchanged.";

/** Every finding: its cause, and the advice. */
const words = {
  // Accepted by `verify`
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
  // The time
  too_old: ({ detail }) => [
    `The signature is correct, but it was made ${duration(detail)} before the time of verification.`,
    "If it was verified on arrival, the receiver's clock is ahead: synchronize it. If it was verified later, pass the time of arrival.",
  ],
  from_the_future: ({ detail }) => [
    `The signature is correct, but it was made ${duration(detail)} after the time of verification.`,
    "The receiver's clock is behind: synchronize it.",
  ],
  timestamp_in_milliseconds: [
    "The signature was made with a timestamp in milliseconds.",
    "Use whole Unix seconds, as in the header.",
  ],
  // The headers
  headers_missing: [
    "Headers are missing. X-Service-Signature needs X-Service-Timestamp; webhook-signature needs webhook-id and webhook-timestamp.",
    "Check that a proxy, firewall or framework passes them on, and that the request is a webhook.",
  ],
  header_renamed: ({ detail }) => [`A header arrived under a different name: ${detail}.`, proxy],
  header_repeated: ({ detail }) => [
    `A header occurs more than once: ${detail}.`,
    "Configure the proxy to replace headers instead of adding them. If you pasted several requests, paste only one.",
  ],
  headers_malformed: ({ detail }) => [
    `The headers can't be verified: ${detail}.`,
    `Paste them as they arrived. ${proxy}`,
  ],
  // The secret
  secret_has_extra_characters: [
    "The secret is correct, but has spaces, quotes, a line break or a variable's name around it.",
    "Remove them where the secret is stored.",
  ],
  secret_cut: ({ certainty, detail }) =>
    certainty === "proven"
      ? ["The secret is correct, but was stored without whsec_ or the start of it.", copySecret]
      : [`The secret has ${detail} characters. Zonepost's have 50, so it was probably cut off.`, copySecret],
  secret_malformed: ({ detail }) => [
    `${detail ? `Secret number ${detail} in the list` : "The secret"} isn't whsec_ and the base64 of at least 24 bytes.`,
    copySecret,
  ],
  wrong_secret: [
    "No signature matches this secret, even with every known change to the body undone. It's probably another endpoint's secret, or an old one.",
    "Compare the endpoint's ID with X-Service-Webhook-Id. If you no longer have its secret, rotate it.",
  ],
  // How a signature was calculated
  key_not_decoded: [
    "The signature was made with the text of the secret as the key. Standard Webhooks uses the bytes that the base64 after whsec_ encodes.",
    ownCode,
  ],
  key_not_as_shown: [
    "The signature was made with a part of the secret as the key, or with its decoded bytes. X-Service-Signature uses the text of the whole secret.",
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
  // The body
  body_reserialized: ({ certainty }) => [
    certainty === "proven"
      ? "The body was parsed as JSON and serialized again."
      : "The body isn't written the way Zonepost sends it, so it was probably parsed as JSON and serialized again.",
    rawBody,
  ],
  body_base64: [
    "The body is encoded in base64, as some gateways pass it.",
    "Decode it before you verify it. With AWS Lambda, check isBase64Encoded.",
  ],
  whitespace_added: [
    "Spaces, line breaks or a byte order mark were added around the body.",
    `${rawBody} If you copied the body from a file or a terminal, leave out the last line break.`,
  ],
  wrong_charset: ({ certainty }) => [
    certainty === "proven"
      ? "The body was decoded as Latin-1 instead of UTF-8."
      : "The body has characters that were lost, because it wasn't decoded as UTF-8.",
    "Verify the bytes, or decode them as UTF-8.",
  ],
  body_incomplete: [
    "The body isn't complete JSON. It was cut off, or it's the result of a parser.",
    `${rawBody} Raise the receiver's body limit, or copy the whole body from the log.`,
  ],
  mixed_deliveries: [
    "The headers and the body belong to different events.",
    "Take both from the same request.",
  ],
  // The signature that the receiver's own code calculated
  computed_correct: [
    "Your code calculates the same signature as the header.",
    "Check how it compares the two, which header it reads, and how it checks the timestamp.",
  ],
  computed_form_differs: [
    "Your code calculates the correct signature, but writes it in a different form.",
    "X-Service-Signature is sha256= and lowercase hex, and webhook-signature is v1, and padded base64.",
  ],
  computed_unexplained: [
    "No known mistake leads to your code's signature.",
    "Check that it's a whole HMAC-SHA256 with this secret, the timestamp in the headers and the raw body.",
  ],
} satisfies Record<string, WordsOfFacts>;

export type DiagnosisReason = keyof typeof words;
export const diagnosisReasons = Object.keys(words) as DiagnosisReason[];

/** A finding before its words. */
export type Clue = Facts & { reason: DiagnosisReason };

/** One thing that is right or wrong, and what to do about it. Never contains the secret. */
export type Finding = Clue & {
  /** One or two English sentences: the cause. */
  message: string;
  /** One or two English sentences: what to do. Empty if there is nothing to do. */
  advice: string;
};

export const proven = (reason: DiagnosisReason, detail?: string): Clue => clueOf(reason, "proven", detail);
export const likely = (reason: DiagnosisReason, detail?: string): Clue => clueOf(reason, "likely", detail);

const clueOf = (reason: DiagnosisReason, certainty: Clue["certainty"], detail?: string): Clue => ({
  reason,
  certainty,
  ...(detail === undefined ? {} : { detail }),
});

/** The finding with its words. */
export function toFinding(clue: Clue): Finding {
  const entry: WordsOfFacts = words[clue.reason];
  const [message, advice] = typeof entry === "function" ? entry(clue) : entry;
  const isOfOwnCode = clue.place === "computed" && !clue.reason.startsWith("computed_");
  return { ...clue, message: isOfOwnCode ? `In your code's signature: ${message}` : message, advice };
}

/** `7805` becomes "2 h 10 min 5 s". */
function duration(seconds: string | undefined): string {
  const total = Number(seconds);
  const parts = [
    [Math.floor(total / 86_400), "d"],
    [Math.floor(total / 3600) % 24, "h"],
    [Math.floor(total / 60) % 60, "min"],
    [total % 60, "s"],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(" ");
}
