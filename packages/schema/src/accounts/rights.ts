import type { WorkspaceRole } from "./session.ts";

/** All rights in a workspace, for members' roles and API keys' scopes. */
export const rights = [
  "domains:read",
  "domains:write",
  "domains:buy",
  "domains:renew",
  "domains:release",
  "contacts:read",
  "contacts:write",
  "dnssec:write",
  "zones:read",
  "zones:write",
  "mail:read",
  "mail:write",
  "webhooks:read",
  "webhooks:write",
  "payments:read",
  "payments:write",
  "members:read",
  "members:write",
  "api_keys:read",
  "api_keys:write",
  "audit:read",
  "workspace:write",
  "workspace:own",
] as const;
export type Right = (typeof rights)[number];

/** Rights that API keys cannot have: only a person can transfer ownership. */
const personalRights = ["workspace:own"] as const satisfies readonly Right[];
export type ApiKeyScope = Exclude<Right, (typeof personalRights)[number]>;

/** The scopes of API keys. */
export const apiKeyScopes = rights.filter(
  (right): right is ApiKeyScope => !(personalRights as readonly Right[]).includes(right),
);

/** Rights that apply to single domains. Members and keys limited to domains have no others. */
export const rightsOverDomains: ReadonlySet<Right> = new Set<Right>([
  "domains:read",
  "domains:write",
  "domains:renew",
  "dnssec:write",
  "zones:read",
  "zones:write",
  "mail:read",
  "mail:write",
]);

export const rightsOfRole: Record<WorkspaceRole, ReadonlySet<Right>> = {
  owner: new Set(rights),
  admin: new Set(rights.filter((right) => right !== "workspace:own")),
  member: new Set<Right>([
    "domains:read",
    "domains:write",
    "domains:buy",
    "domains:renew",
    "contacts:read",
    "contacts:write",
    "dnssec:write",
    "zones:read",
    "zones:write",
    "mail:read",
    "mail:write",
    "webhooks:read",
    "members:read",
  ]),
  billing: new Set<Right>(["domains:read", "payments:read", "payments:write"]),
  read_only: new Set<Right>([
    "domains:read",
    "contacts:read",
    "zones:read",
    "mail:read",
    "webhooks:read",
    "members:read",
  ]),
};

/** Each is enough to renew or restore a domain: buying includes it, and a limit to some domains leaves the second. */
export const rightsToRenew = ["domains:buy", "domains:renew"] as const satisfies readonly Right[];

/** Whether an API key with these scopes can be charged for something. */
export const maySpend = (scopes: readonly Right[]): boolean =>
  rightsToRenew.some((right) => scopes.includes(right));

/** Roles that can be limited to some domains of the workspace. */
export const rolesWithDomainLimit: readonly WorkspaceRole[] = ["member", "read_only"];

/**
 * The rights of a caller in a workspace: a member's role (null for others) or an API key's scopes, for all domains or
 * only some.
 */
export type RightsHolder = { domainNames: readonly string[] | null } & (
  | { role: WorkspaceRole | null; scopes?: undefined }
  | { scopes: ReadonlySet<Right>; role?: undefined }
);

const noRights: ReadonlySet<Right> = new Set();

/** The rights of the role or the scopes of the key, before a limit to some domains is applied. */
export function grantedRights({ role, scopes }: RightsHolder): ReadonlySet<Right> {
  return scopes ?? (role ? rightsOfRole[role] : noRights);
}

export function hasRight(holder: RightsHolder, right: Right): boolean {
  return grantedRights(holder).has(right) && (holder.domainNames === null || rightsOverDomains.has(right));
}

/**
 * No one can grant a role that includes more rights than they have, or any role if they are limited to some domains.
 */
export function mayGiveRole(holder: RightsHolder, role: WorkspaceRole): boolean {
  return holder.domainNames === null && [...rightsOfRole[role]].every((right) => hasRight(holder, right));
}
