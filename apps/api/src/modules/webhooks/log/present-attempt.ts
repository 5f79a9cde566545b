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
  const { number, sentAt, durationMs, statusCode, request, error } = attempt;
  return {
    number,
    sentAt,
    durationMs,
    request:
      request === null ? null : { ...(JSON.parse(request) as { url: string; headers: Headers }), body },
    response:
      statusCode === null
        ? null
        : { statusCode, headers: headersOf(attempt.responseHeaders), ...bodyOf(attempt.responseBody) },
    error: error === null ? null : { message: error, ...stageOf(attempt) },
  };
}

type Headers = Record<string, string>;

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
function bodyOf(bytes: Uint8Array | null): Body {
  const stored = bytes ?? new Uint8Array();
  const bodyTruncated = stored.length >= keptBytes;
  try {
    // With `stream`, an incomplete character at the end is no error.
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(stored, {
      stream: bodyTruncated,
    });
    return { body: text, bodyEncoding: "utf-8", bodyTruncated };
  } catch {
    return { body: Buffer.from(stored).toString("base64"), bodyEncoding: "base64", bodyTruncated };
  }
}
