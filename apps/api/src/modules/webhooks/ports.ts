import type { SecretBox } from "@zonepost/secret-box";

type WebhookRequest = {
  url: string;
  headers: Record<string, string>;
  body: string;
  timeoutMs: number;
};

/** The response status, or a one-line explanation of the failure for the receiver's developer. */
type WebhookAnswer = { statusCode: number; durationMs: number } | { error: string; durationMs: number };

/** Sends to receivers, whose addresses are chosen by strangers. */
export type WebhookTransport = {
  /** Checks only the URL's form, without DNS; `message` completes "the URL …". */
  checkUrl(url: string): { ok: true } | { ok: false; message: string };
  /** Never rejects: errors are part of the result. Checks the addresses and follows no redirect. */
  send(request: WebhookRequest): Promise<WebhookAnswer>;
};

export type WebhookPorts = { transport: WebhookTransport; secretBox: SecretBox };
