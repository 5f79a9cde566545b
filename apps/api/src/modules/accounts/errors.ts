import { AppError } from "../../kernel/errors.ts";

const conflict = (code: string, publicMessage: string) => new AppError("conflict", code, publicMessage);

export const roleExceedsRights = (role: string) =>
  new AppError(
    "forbidden",
    "forbidden",
    `You can't assign or remove the role ${role}. It includes permissions that you don't have yourself.`,
  );

/** Also for an address without an account. */
export const passwordSignInPaused = (retryAfterSeconds: number) =>
  new AppError(
    "rate_limited",
    "password_sign_in_paused",
    "Too many passwords were tried for this address from several networks. In a browser that is new to this account, sign in with an emailed link instead. Browsers that have signed in before still accept the password.",
    { retryAfterSeconds },
  );

export const lastOwner = () =>
  conflict("last_owner", "This is the only owner of the workspace. Make someone else an owner first.");

export const ownerNotifications = () =>
  conflict("owner_notifications", "Owners receive all emails about domains. Only other members can choose.");

export const alreadyOwner = () =>
  conflict("already_owner", "This member is already an owner of the workspace.");

export const alreadyMember = () =>
  conflict("already_member", "The person with this address is already a member of the workspace.");

export const invitationExists = () =>
  conflict(
    "invitation_exists",
    "This address already has an open invitation. Resend it, or cancel it first.",
  );

export const invitationLimit = (limit: number) =>
  conflict(
    "invitation_limit",
    `This workspace has reached its limit of ${limit} open invitations. Cancel some first.`,
  );

export const invitationAccepted = () =>
  conflict("invitation_accepted", "This invitation was already accepted. Sign in instead.");

export const invitationCancelled = () =>
  conflict(
    "invitation_cancelled",
    "This invitation was canceled. Ask the person who invited you for a new one.",
  );

export const invitationExpired = () =>
  conflict("invitation_expired", "This invitation has expired. Ask the person who invited you to resend it.");

export const signInToJoin = () =>
  new AppError(
    "unauthenticated",
    "sign_in_to_join",
    "This address already has an account. Sign in, then accept the invitation.",
  );

export const otherAddress = () =>
  new AppError(
    "forbidden",
    "other_address",
    "This invitation is for a different address than the one you're signed in with. Sign out first.",
  );

export const scopeTooWide = (scopes: readonly string[]) =>
  new AppError(
    "forbidden",
    "scope_too_wide",
    `You can't grant ${scopes.join(", ")}. A key can't have more permissions than its creator.`,
  );

export const keyTooWide = (what: string) =>
  new AppError(
    "forbidden",
    "key_too_wide",
    `A key can't create a key with wider access than its own: ${what}.`,
  );

export const apiKeyLimitReached = (limit: number) =>
  conflict(
    "api_key_limit",
    `This workspace has reached its limit of ${limit} active API keys. Revoke some first.`,
  );

export const apiKeyNotActive = () =>
  conflict(
    "api_key_not_active",
    "This API key was revoked, has expired or was already rolled. Create a new one instead.",
  );
