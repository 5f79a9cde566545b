import { type ApiKeyScope, apiKeyScopes, rightsOverDomains } from "@zonepost/schema";

export type Verb = "read" | "write";

/** What a key can be given, by what it is about: one row each, with the verbs that there are. */
export const scopeRows = [...new Set(apiKeyScopes.map((scope) => scope.split(":")[0] ?? scope))].map(
  (resource) => ({
    resource: resource as Resource,
    read: apiKeyScopes.find((scope) => scope === `${resource}:read`),
    write: apiKeyScopes.find((scope) => scope === `${resource}:write`),
  }),
);
export type Resource = ApiKeyScope extends `${infer Name}:${Verb}` ? Name : never;

export const scopePresets = {
  readEverything: apiKeyScopes.filter((scope) => scope.endsWith(":read")),
  domainsAndDns: ["domains:read", "domains:write", "dnssec:write"],
  everything: [...apiKeyScopes],
} satisfies Record<string, ApiKeyScope[]>;
export type ScopePreset = keyof typeof scopePresets;

/** A key that is limited to some domains can do nothing with the whole workspace. */
export const scopesWithin = (scopes: readonly ApiKeyScope[], isLimited: boolean): ApiKeyScope[] =>
  scopes.filter((scope) => !isLimited || rightsOverDomains.has(scope));

export const sameScopes = (one: readonly ApiKeyScope[], other: readonly ApiKeyScope[]): boolean =>
  one.length === other.length && one.every((scope) => other.includes(scope));

/** The scopes row by row, as one reads them: each resource once, with its verbs. */
export function readScopes(scopes: readonly ApiKeyScope[]): { resource: Resource; verbs: Verb[] }[] {
  return scopeRows.flatMap(({ resource, read, write }) => {
    const verbs: Verb[] = [];
    if (read && scopes.includes(read)) verbs.push("read");
    if (write && scopes.includes(write)) verbs.push("write");
    return verbs.length > 0 ? [{ resource, verbs }] : [];
  });
}
