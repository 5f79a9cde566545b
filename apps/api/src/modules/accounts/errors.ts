import { AppError } from "../../kernel/errors.ts";

const conflict = (code: string, publicMessage: string) => new AppError("conflict", code, publicMessage);

export const moreThanYouHave = (role: string) =>
  new AppError(
    "forbidden",
    "forbidden",
    `You cannot give or take the role ${role}: it includes rights that you do not have yourself.`,
  );

export const lastOwner = () =>
  conflict(
    "last_owner",
    "A workspace has at least one owner, and this is the last one. Make somebody else an owner first.",
  );

export const alreadyOwner = () =>
  conflict("already_owner", "This member is an owner of the workspace already.");

export const alreadyMember = () =>
  conflict("already_member", "The person with this address is a member of the workspace already.");

export const invitationExists = () =>
  conflict(
    "invitation_exists",
    "There is an open invitation for this address already. Send that one again, or cancel it first.",
  );

export const invitationLimit = (limit: number) =>
  conflict(
    "invitation_limit",
    `A workspace can have ${limit} open invitations, and it has. Cancel those that are no longer wanted.`,
  );

export const invitationAccepted = () =>
  conflict("invitation_accepted", "This invitation was accepted already. Sign in instead.");

export const invitationCancelled = () =>
  conflict("invitation_cancelled", "This invitation was cancelled. Ask whoever invited you for a new one.");

export const invitationExpired = () =>
  conflict("invitation_expired", "This invitation has expired. Ask whoever invited you to send it again.");

export const signInToJoin = () =>
  new AppError(
    "unauthenticated",
    "sign_in_to_join",
    "There is an account with the address of this invitation. Sign in to it, then accept.",
  );

export const otherAddress = () =>
  new AppError(
    "forbidden",
    "other_address",
    "You are signed in with another address than the one that was invited. Sign out first.",
  );

export const scopeTooWide = (scopes: readonly string[]) =>
  new AppError(
    "forbidden",
    "scope_too_wide",
    `You cannot give ${scopes.join(", ")}: a key can do at most what its maker can.`,
  );

export const keyTooWide = (what: string) =>
  new AppError("forbidden", "key_too_wide", `A key cannot hand on more than it has: ${what}.`);

export const apiKeyLimitReached = (limit: number) =>
  conflict(
    "api_key_limit",
    `This workspace has ${limit} active API keys, the most it can have. Revoke those that are no longer used.`,
  );

export const apiKeyNotActive = () =>
  conflict(
    "api_key_not_active",
    "This API key was revoked, has expired, or was rolled already. Make a new one instead.",
  );
