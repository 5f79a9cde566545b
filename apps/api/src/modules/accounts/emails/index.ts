export { apiKeyCreatedEmail } from "./api-key-created.ts";
export { emailChangedEmail, emailChangeEmail, emailChangeRequestedEmail } from "./email-address.ts";
export { invitationEmail } from "./invitation.ts";
export { magicLinkEmail } from "./magic-link.ts";
export { ownershipTransferredEmail, removedFromWorkspaceEmail } from "./membership.ts";
export { passwordChangedEmail, passwordResetEmail } from "./password.ts";
export { type SecondFactorChange, secondFactorChangedEmail } from "./second-factor.ts";
