import type { ApiKeyScope } from "@zonepost/schema";

/** An example request per scope; the key's first scope selects it. */
const readable: readonly (readonly [ApiKeyScope, path: string])[] = [
  ["domains:read", "/domains/mine"],
  ["mail:read", "/me/mail"],
  ["webhooks:read", "/webhooks/outbound"],
  ["members:read", "/workspace/members"],
  ["api_keys:read", "/api-keys"],
  ["audit:read", "/audit-log?limit=10"],
];

/** A request that works when pasted, with the key in place. Undefined for a key without read access. */
export function curlSnippet(apiUrl: string, key: string, scopes: readonly ApiKeyScope[]): string | undefined {
  const found = readable.find(([scope]) => scopes.includes(scope));
  return found && `curl '${apiUrl}${found[1]}' \\\n  -H 'Authorization: Bearer ${key}'`;
}
