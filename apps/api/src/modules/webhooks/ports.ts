import type { SecretBox } from "@zonepost/secret-box";

type WebhookRequest = {
  url: string;
  headers: Record<string, string>;
  body: string;
  timeoutMs: number;
};

/** Where an attempt failed that has no response. `internal` means nothing was sent, through no fault of the receiver. */
export type FailureStage = "dns" | "blocked" | "connect" | "tls" | "timeout" | "response" | "internal";

/**
 * The response, or an explanation of its absence for the receiver's developer. Header names are in lower case, values
 * in latin1. `body` is the beginning of the body, at most 16 KiB, as it was received. `durationMs` ends with the headers.
 */
export type WebhookAnswer =
  | { statusCode: number; headers: Record<string, string>; body: Uint8Array; durationMs: number }
  | { stage: FailureStage; error: string; durationMs: number };

/** Sends to receivers, whose addresses are chosen by strangers. */
export type WebhookTransport = {
  /** Checks only the URL's form, without DNS; `message` completes "the URL …". */
  checkUrl(url: string): { ok: true } | { ok: false; message: string };
  /** Never rejects: errors are part of the result. Checks the addresses and follows no redirect. */
  send(request: WebhookRequest): Promise<WebhookAnswer>;
};

export type WebhookPorts = { transport: WebhookTransport; secretBox: SecretBox };
