import { urlRefused } from "../model/errors.ts";
import type { WebhookTransport } from "../ports.ts";

/** Returns the URL unchanged except for its fragment, which is never sent. Refuses URLs that the transport would. */
export function acceptUrl(transport: WebhookTransport, url: string): string {
  const judgement = transport.checkUrl(url);
  if (!judgement.ok) {
    throw urlRefused(judgement.message);
  }
  return url.split("#", 1)[0] ?? url;
}
