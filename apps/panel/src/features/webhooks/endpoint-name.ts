import type { WebhookEndpoint } from "@zonepost/schema";

type Named = Pick<WebhookEndpoint, "id" | "url" | "description">;

const nameOf = ({ description, url }: Named) => description || url;

/** The end of an endpoint's ID, which is random. */
const endLength = 6;

/** An endpoint's name, with the end of its ID if another one has the same name. */
export function endpointName(endpoint: Named, all: readonly Named[]): { name: string; idEnd?: string } {
  const name = nameOf(endpoint);
  const hasTwin = all.some((other) => other.id !== endpoint.id && nameOf(other) === name);
  return hasTwin ? { name, idEnd: `…${endpoint.id.slice(-endLength)}` } : { name };
}
