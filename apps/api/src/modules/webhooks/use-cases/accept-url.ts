import { urlRefused } from "../errors.ts";
import type { WebhookTransport } from "../ports.ts";

/** The URL as it is kept: as given, without a fragment, which is never sent. Refuses what the transport would. */
export function acceptUrl(transport: WebhookTransport, url: string): string {
  const judgement = transport.judgeUrl(url);
  if (!judgement.ok) {
    throw urlRefused(judgement.message);
  }
  return url.split("#", 1)[0] ?? url;
}
