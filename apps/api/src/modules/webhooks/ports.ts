import type { SecretBox } from "../../kernel/secrets.ts";

/** One attempt, as it goes over the wire. */
type WebhookRequest = {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** From the start to the answer's headers. */
  timeoutMs: number;
};

/** The answer's status, or one line for the receiver's developer on why there was none. */
type WebhookAnswer = { statusCode: number; durationMs: number } | { error: string; durationMs: number };

/** The way to receivers, whose addresses are chosen by strangers. */
export type WebhookTransport = {
  /** Judges a target by its form alone, without asking DNS; `message` completes "the URL …". */
  judgeUrl(url: string): { ok: true } | { ok: false; message: string };
  /** Never rejects: what goes wrong is an answer. Vets the addresses and follows no redirect. */
  send(request: WebhookRequest): Promise<WebhookAnswer>;
};

export type WebhookPorts = { transport: WebhookTransport; secretBox: SecretBox };
