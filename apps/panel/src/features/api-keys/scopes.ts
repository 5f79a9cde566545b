import { type ApiKeyScope, apiKeyScopes, rightsOverDomains } from "@zonepost/schema";

export type Verb = "read" | "write";

type ResourceOf<Scope> = Scope extends `${infer Name}:${Verb}`
  ? Name
  : Scope extends `${infer Name}:${infer Act}`
    ? `${Name}_${Act}`
    : never;
export type Resource = ResourceOf<ApiKeyScope>;

/** Rights to a single action, such as buying, have their own row: they are neither read nor write. */
const resourceOf = (scope: ApiKeyScope): Resource => {
  const [name, verb] = scope.split(":");
  return (verb === "read" || verb === "write" ? name : `${name}_${verb}`) as Resource;
};

export const scopeRows = [...new Set(apiKeyScopes.map(resourceOf))].map((resource) => {
  const scopes = apiKeyScopes.filter((scope) => resourceOf(scope) === resource);
  const read = scopes.find((scope) => scope.endsWith(":read"));
  return { resource, read, write: scopes.find((scope) => scope !== read) };
});

export const scopePresets = {
  readEverything: apiKeyScopes.filter((scope) => scope.endsWith(":read")),
  domainsAndDns: ["domains:read", "domains:write", "dnssec:write"],
  everything: [...apiKeyScopes],
} satisfies Record<string, ApiKeyScope[]>;
export type ScopePreset = keyof typeof scopePresets;

/** A key that is limited to some domains has no workspace-wide scopes. */
export const scopesWithin = (scopes: readonly ApiKeyScope[], isLimited: boolean): ApiKeyScope[] =>
  scopes.filter((scope) => !isLimited || rightsOverDomains.has(scope));

export const sameScopes = (one: readonly ApiKeyScope[], other: readonly ApiKeyScope[]): boolean =>
  one.length === other.length && one.every((scope) => other.includes(scope));

/** The scopes as table rows: each resource once, with its verbs. */
export function readScopes(scopes: readonly ApiKeyScope[]): { resource: Resource; verbs: Verb[] }[] {
  return scopeRows.flatMap(({ resource, read, write }) => {
    const verbs: Verb[] = [];
    if (read && scopes.includes(read)) {
      verbs.push("read");
    }
    if (write && scopes.includes(write)) {
      verbs.push("write");
    }
    return verbs.length > 0 ? [{ resource, verbs }] : [];
  });
}
