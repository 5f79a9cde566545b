import { type WebhookAttempt, webhookErrorHint } from "@zonepost/schema";

/** What is stored of an attempt, in `deliveries` for the latest one and in `delivery_attempts` for those before it. */
export type StoredAttempt = {
  number: number;
  sentAt: string;
  statusCode: number | null;
  error: string | null;
  errorStage: string | null;
  durationMs: number | null;
  /** JSON text: `{ url, headers }`. */
  request: string | null;
  /** JSON text. */
  responseHeaders: string | null;
  responseBody: Uint8Array | null;
};

/** The number of bytes kept of a response's body. */
const keptBytes = 16_384;

/** @param body the event's body, which every attempt sends unchanged */
export function presentAttempt(attempt: StoredAttempt, body: string): WebhookAttempt {
  const { number, sentAt, durationMs, statusCode, error } = attempt;
  const request = attempt.request === null ? null : (JSON.parse(attempt.request) as Sent);
  // Some receivers echo what they were sent.
  const mask = masking(signaturesIn(request?.headers ?? {}));
  return {
    number,
    sentAt,
    durationMs,
    request: request === null ? null : { url: request.url, headers: maskAll(request.headers, mask), body },
    response:
      statusCode === null
        ? null
        : {
            statusCode,
            headers: maskAll(headersOf(attempt.responseHeaders), mask),
            ...bodyOf(attempt.responseBody, mask),
          },
    error: error === null ? null : { message: error, ...stageOf(attempt) },
  };
}

type Headers = Record<string, string>;
type Sent = { url: string; headers: Headers };

const signatureHeaders = ["x-service-signature", "webhook-signature"];
/** As many characters of a signature are shown: enough to compare, and useless to send again. */
const shownCharacters = 6;

/** Each signature follows its scheme: `sha256=…`, or one or two `v1,…`. */
const signaturesIn = (headers: Headers): string[] =>
  Object.entries(headers)
    .filter(([name]) => signatureHeaders.includes(name.toLowerCase()))
    .flatMap(([, value]) => value.split(" ").map((part) => part.replace(/^\w+[=,]/, "")))
    .filter((signature) => signature.length > shownCharacters);

type Mask = (text: string) => string;

const masking =
  (signatures: readonly string[]): Mask =>
  (text) =>
    signatures.reduce(
      (masked, signature) => masked.replaceAll(signature, `${signature.slice(0, shownCharacters)}…`),
      text,
    );

const maskAll = (headers: Headers, mask: Mask): Headers =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, mask(value)]));

const headersOf = (text: string | null): Headers => (text === null ? {} : (JSON.parse(text) as Headers));

/** Attempts that were recorded before stages were have none. */
function stageOf({ errorStage, statusCode }: StoredAttempt): { stage: string; hint: string } {
  const isRedirect = statusCode !== null && statusCode >= 300 && statusCode < 400;
  const stage =
    errorStage ?? (isRedirect ? "redirect" : statusCode === null ? "connect" : `http_${statusCode}`);
  return { stage, hint: webhookErrorHint(stage) };
}

type Body = Pick<NonNullable<WebhookAttempt["response"]>, "body" | "bodyEncoding" | "bodyTruncated">;

/** The body as text if it is UTF-8. A body cut in the middle of a character is shown up to that character. */
function bodyOf(bytes: Uint8Array | null, mask: Mask): Body {
  const stored = bytes ?? new Uint8Array();
  const bodyTruncated = stored.length >= keptBytes;
  try {
    // With `stream`, an incomplete character at the end is no error.
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(stored, {
      stream: bodyTruncated,
    });
    return { body: mask(text), bodyEncoding: "utf-8", bodyTruncated };
  } catch {
    return { body: Buffer.from(stored).toString("base64"), bodyEncoding: "base64", bodyTruncated };
  }
}
