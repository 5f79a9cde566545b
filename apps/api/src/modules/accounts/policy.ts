import {
  hasRight,
  mayGiveRole,
  type Right,
  type RightsHolder,
  rolesWithDomainLimit,
  type WorkspaceRole,
} from "@zonepost/schema";

export function scopesBeyond(actor: RightsHolder, scopes: readonly Right[]): Right[] {
  return scopes.filter((scope) => !hasRight(actor, scope));
}

/** Roles that cover the whole workspace can't be limited to some domains. */
export const canBeLimited = (role: WorkspaceRole): boolean => rolesWithDomainLimit.includes(role);

/** True if someone with these rights could invite to this role today. */
export const mayInvite = (holder: RightsHolder, role: WorkspaceRole): boolean =>
  hasRight(holder, "members:write") && mayGiveRole(holder, role);

export type InvitationState = {
  acceptedAt: Date | null;
  cancelledAt: Date | null;
  expiresAt: Date;
};

/** `wallNow`, because link lifetimes use the wall clock. */
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

/** The workspace's name as part of a file name; "workspace" if no usable character is left. */
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
