import { declareError, forbidden } from "../../kernel/errors.ts";

export const roleExceedsRights = (role: string) =>
  forbidden(
    `You can't assign or remove the role ${role}. It includes permissions that you don't have yourself.`,
  );

/** Also for an address without an account. */
export const passwordSignInPaused = declareError("rate_limited", "password_sign_in_paused", {
  message:
    "Too many passwords were tried for this address from several networks. In a browser that is new to this account, sign in with an emailed link instead. Browsers that have signed in before still accept the password.",
  options: (retryAfterSeconds: number) => ({ retryAfterSeconds }),
  cause:
    "Too many passwords were tried for this address within a minute, from several networks. Someone may be guessing. Your password wasn't checked.",
  fix: "Request a link at /auth/magic-link/send, or sign in from a browser in which this person has signed in before. Otherwise wait for the seconds in Retry-After.",
});

export const lastOwner = declareError("conflict", "last_owner", {
  message: "This is the only owner of the workspace. Make someone else an owner first.",
  cause: "Every workspace needs an owner. The only owner cannot leave, be removed or get another role.",
  fix: "Make someone else an owner, or transfer ownership, first.",
});

export const soleOwner = declareError("conflict", "sole_owner", {
  message: (workspaceNames: readonly string[]) =>
    `You are the only owner of ${workspaceNames.map((name) => `“${name}”`).join(", ")}. Transfer the ownership first. Nothing was changed.`,
  cause: "The account of a workspace's only owner can't be deleted: no one could manage the workspace.",
  fix: "Transfer the ownership to another member, or ask your administrator to erase the workspace.",
});

export const operatorAccount = declareError("conflict", "operator_account", {
  message: "You are an operator of this installation. Have that revoked first. Nothing was changed.",
  cause: "An operator's account can't be deleted.",
  fix: "Another person with access to the server runs npm run operator:revoke first.",
});

export const ownerNotifications = declareError("conflict", "owner_notifications", {
  message: "Owners always get emails about this topic at once.",
  cause: "Owners can't change how they get emails that someone with a stolen session would turn off first.",
  fix: "To stop receiving them, transfer ownership or have your role changed.",
});

export const alreadyOwner = declareError("conflict", "already_owner", {
  message: "This member is already an owner of the workspace.",
  cause: "Ownership can only be transferred to a member who is not an owner yet.",
  fix: "To step down, change your own role. The workspace has another owner.",
});

export const alreadyMember = declareError("conflict", "already_member", {
  message: "The person with this address is already a member of the workspace.",
  cause: "The person with this address is already a member of the workspace.",
  fix: "Change their role instead.",
});

export const invitationExists = declareError("conflict", "invitation_exists", {
  message: "This address already has an open invitation. Resend it, or cancel it first.",
  cause: "This address already has an open invitation to the workspace.",
  fix: "Resend that invitation, or cancel it and create a new one.",
});

export const invitationLimit = declareError("conflict", "invitation_limit", {
  message: (limit: number) =>
    `This workspace has reached its limit of ${limit} open invitations. Cancel some first.`,
  cause: "The workspace has reached its limit of open invitations.",
  fix: "Cancel invitations that are no longer needed.",
});

export const invitationAccepted = declareError("conflict", "invitation_accepted", {
  message: "This invitation was already accepted. Sign in instead.",
  cause: "The invitation was already accepted. Each one works once.",
  fix: "Sign in, or ask for another invitation.",
});

export const invitationCancelled = declareError("conflict", "invitation_cancelled", {
  message: "This invitation was canceled. Ask the person who invited you for a new one.",
  cause: "The invitation was canceled or replaced by a newer one.",
  fix: "Look for a newer email, or ask the person who invited you for a new invitation.",
});

export const invitationExpired = declareError("conflict", "invitation_expired", {
  message: "This invitation has expired. Ask the person who invited you to resend it.",
  cause: "The invitation has expired. Invitations are valid for seven days.",
  fix: "Ask the person who invited you to resend it.",
});

export const signInToJoin = declareError("unauthenticated", "sign_in_to_join", {
  message: "This address already has an account. Sign in, then accept the invitation.",
  cause: "The invited address already has an account, and you are not signed in.",
  fix: "Sign in with that address, then accept the invitation.",
});

export const otherAddress = declareError("forbidden", "other_address", {
  message: "This invitation is for a different address than the one you're signed in with. Sign out first.",
  cause: "The invitation is for a different address than the one you are signed in with.",
  fix: "Sign out and accept the invitation again, or ask for an invitation to the address you use.",
});

export const scopeTooWide = declareError("forbidden", "scope_too_wide", {
  message: (scopes: readonly string[]) =>
    `You can't grant ${scopes.join(", ")}. A key can't have more permissions than its creator.`,
  cause: "The requested API key has scopes that you do not have yourself.",
  fix: "Remove the scopes listed in `detail`, or ask someone who has them to create the key.",
});

export const keyTooWide = declareError("forbidden", "key_too_wide", {
  message: (what: string) => `A key can't create a key with wider access than its own: ${what}.`,
  cause:
    "An API key cannot create a key that lasts longer, works from more addresses or covers more domains than itself. A key with a monthly limit cannot create a key with domains:buy or domains:renew.",
  fix: "Stay within the key's own addresses, domains and expiry, or ask a person to create the key.",
});

export const apiKeyLimitReached = declareError("conflict", "api_key_limit", {
  message: (limit: number) =>
    `This workspace has reached its limit of ${limit} active API keys. Revoke some first.`,
  cause: "The workspace has reached its limit of active API keys.",
  fix: "Revoke keys that are no longer used. `lastUsedAt` shows which.",
});

export const apiKeyNotActive = declareError("conflict", "api_key_not_active", {
  message: "This API key was revoked, has expired or was already rolled. Create a new one instead.",
  cause: "The API key was revoked, has expired or was already replaced.",
  fix: "Use the key that replaced it, or create a new one.",
});

export const invalidApiKey = declareError("unauthenticated", "invalid_api_key", {
  message: "The Authorization header doesn't contain a valid API key.",
  cause:
    "The Authorization header does not contain a valid API key. It may be mistyped or cut off; the last six characters of a key are a checksum.",
  fix: "Send `Authorization: Bearer zp_…` with the whole key, as shown when it was created.",
});

export const apiKeyRevoked = declareError("unauthenticated", "api_key_revoked", {
  message: "This API key was revoked.",
  cause: "The API key was revoked by a member of its workspace.",
  fix: "Create a new key in the panel under Settings, API keys.",
});

export const apiKeyQuarantined = declareError("unauthenticated", "api_key_quarantined", {
  message: "This installation is being restored from a backup. No API key works until then.",
  cause:
    "The installation was restored from a backup and is in quarantine until its operator releases it. The backup doesn't contain which keys were revoked after it was taken.",
  fix: "Wait for the release. If you run this installation, see `npm run quarantine`.",
});

export const apiKeyExpired = declareError("unauthenticated", "api_key_expired", {
  message: "This API key has expired.",
  cause: "The API key has expired, or it was rolled and the overlap has ended.",
  fix: "Use the key that replaced it, or create a new one in the panel under Settings, API keys.",
});

export const apiKeyHeld = declareError("unauthenticated", "api_key_held", {
  message:
    "This API key is off since the service was restored from a backup. An owner of the workspace can turn it on in the panel.",
  cause:
    "The service was restored from a backup. The key may have been revoked after the backup, so it is off until an owner has decided.",
  fix: "Ask an owner of the workspace to turn the key on under Settings, API keys, or create a new key.",
});

export const apiKeyIsHeld = declareError("conflict", "api_key_off", {
  message: "This API key is off since the service was restored from a backup. An owner can turn it on first.",
  cause: "A key that is off since the service was restored from a backup can't be rolled.",
  fix: "Turn it on as an owner, with POST /api-keys/{id}/reactivate, or create a new key.",
});

export const addressNotAllowed = declareError("forbidden", "address_not_allowed", {
  message: (ipAddress: string) =>
    `This API key can't be used from ${ipAddress}. An owner or admin can change its allowed addresses.`,
  cause: "The API key only works from certain IP addresses, and this request came from a different one.",
  fix: "Send the request from an allowed address, or ask an owner or admin to update the key's allowed addresses.",
});

export const wrongEmailOrPassword = declareError("unauthenticated", "INVALID_EMAIL_OR_PASSWORD", {
  message: "Invalid email or password",
  cause: "The email address or the password is wrong. For security, the response does not reveal which.",
  fix: "Check both, or request a magic link.",
});

export const passwordVoid = declareError("forbidden", "password_void", {
  message:
    "The service was restored from a backup, so passwords from before don't work any more. We've emailed you a link to set a new one.",
  cause:
    "The password is right, but came from a backup, in which it may be older than your last change. Since the restore, it doesn't sign in.",
  fix: "Set a new password with the emailed link, or sign in with an emailed link or a provider.",
});

export const providerNotConfigured = declareError("unavailable", "provider_not_configured", {
  message: (provider: string) =>
    `Signing in with ${provider} is not set up on this installation. Use your password or a magic link.`,
  cause: "This sign-in provider is not set up on this installation.",
  fix: "Use a password or a magic link, or ask the operator of this service to set the provider up.",
});
