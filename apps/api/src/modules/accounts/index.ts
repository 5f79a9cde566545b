export type { AuthAnswer, AuthOperation, AuthRequest, AuthRoutesDeps } from "./auth/route.ts";
export { answerAuthRequest, authOperations, takesBody } from "./auth/routes.ts";
export { type Authenticate, type Authenticated, createAuthenticate } from "./authenticate.ts";
export { composeEmail, type EmailWords, typedText } from "./email-text.ts";
export { accountTasks, outgoingEmailWork } from "./jobs.ts";
export { createAuthLibrary } from "./library.ts";
export { createPasswords, type Passwords } from "./passwords.ts";
export type { AccountPorts, AccountsSettings, Email, EmailPorts, Mailer } from "./ports.ts";
export { listOwners } from "./queries/list-owners.ts";
export { readWorkspaceActor } from "./queries/read-workspace-actor.ts";
export { accountOperations } from "./rest.ts";
export { createSessionCookie, type SessionCookie } from "./session-cookie.ts";
export { createAccountRouters } from "./trpc.ts";
export { createPerson, createWorkspace, hashPersonPassword } from "./use-cases/create-person.ts";
export { createWorkspaceForOwner } from "./use-cases/create-workspace-for-owner.ts";
export { enqueueEmail } from "./use-cases/enqueue-email.ts";
export {
  forgetExpiredDevices,
  forgetExpiredLinks,
  forgetExpiredPersonTokens,
  forgetExpiredSessions,
  forgetUnsentEmails,
} from "./use-cases/forget-expired.ts";
export { magicLinkLifetimeSeconds } from "./use-cases/send-magic-link.ts";
