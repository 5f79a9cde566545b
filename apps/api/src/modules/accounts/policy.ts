import {
  type Right,
  rightsOfRole,
  rightsOverDomains,
  rolesWithDomainLimit,
  type WorkspaceRole,
} from "@zonepost/schema";

/** What of an actor says how much they have. */
type Holder = { domainNames: readonly string[] | null } & (
  | { kind: "user"; role: WorkspaceRole }
  | { kind: "api_key"; scopes: ReadonlySet<Right> }
);

const has = (actor: Holder, right: Right): boolean =>
  (actor.kind === "user" ? rightsOfRole[actor.role] : actor.scopes).has(right) &&
  (actor.domainNames === null || rightsOverDomains.has(right));

/** Nobody gives more than they have: each right of the role must be one of the giver's own, over all domains. */
export function mayGiveRole(actor: Holder, role: WorkspaceRole): boolean {
  return actor.domainNames === null && [...rightsOfRole[role]].every((right) => has(actor, right));
}

/** The scopes among these that the actor does not have, and so cannot give to a key. */
export function scopesBeyond(actor: Holder, scopes: readonly Right[]): Right[] {
  return scopes.filter((scope) => !has(actor, scope));
}

/** Roles that are about all of a workspace know no limit to some domains. */
export const canBeLimited = (role: WorkspaceRole): boolean => rolesWithDomainLimit.includes(role);

export type InvitationState = {
  acceptedAt: Date | null;
  cancelledAt: Date | null;
  expiresAt: Date;
};

/** `wallNow`, since the lifetime of links goes by the wall clock. */
export function invitationStatusOf(
  invitation: InvitationState,
  wallNow: Date,
): "pending" | "accepted" | "cancelled" | "expired" {
  if (invitation.acceptedAt) {
    return "accepted";
  }
  if (invitation.cancelledAt) {
    return "cancelled";
  }
  return invitation.expiresAt <= wallNow ? "expired" : "pending";
}

/** The part of a workspace's name that can stand in an address; what is left of none is "workspace". */
export function slugOf(name: string): string {
  const slug = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replace(/^-+|-+$/g, "");
  return slug || "workspace";
}
