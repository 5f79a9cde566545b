import type { WebhookEndpoint } from "@zonepost/schema";

type Named = Pick<WebhookEndpoint, "id" | "url" | "description">;

const nameOf = ({ description, url }: Named) => description || url;

/** The end of an endpoint's ID, which is random. */
const endLength = 6;

export const endOf = ({ id }: Pick<Named, "id">) => id.slice(-endLength);
const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);

/**
 * The words to type before an endpoint is deleted: its host, or the end of its ID if another one has the same host. Until
 * the others are known, that may be.
 */
export function wordsToDelete(endpoint: Named, all: readonly Named[] | undefined): string {
  const host = hostOf(endpoint.url);
  const isOnlyOne = all?.every(({ id, url }) => id === endpoint.id || hostOf(url) !== host) ?? false;
  return isOnlyOne ? host : endOf(endpoint);
}

/** An endpoint's name, with the end of its ID if another one has the same name. */
export function endpointName(endpoint: Named, all: readonly Named[]): { name: string; idEnd?: string } {
  const name = nameOf(endpoint);
  const hasTwin = all.some((other) => other.id !== endpoint.id && nameOf(other) === name);
  return hasTwin ? { name, idEnd: `…${endOf(endpoint)}` } : { name };
}
