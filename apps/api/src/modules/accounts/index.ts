export { lockSpendingLimit, readSpendingLimit } from "./api-keys/read-spending-limit.ts";
export { limitAttempts } from "./auth/limit-attempts.ts";
export { networkOf } from "./auth/network-of.ts";
export { authOperations } from "./auth.ts";
export { type Authenticate, createAuthenticate } from "./authenticate.ts";
export {
  deleteExpiredDevices,
  deleteExpiredLinks,
  deleteExpiredPersonTokens,
  deleteExpiredSessions,
  deleteUnsentEmails,
  deleteUntoldChanges,
} from "./delete-expired.ts";
export { queueChangeNotices } from "./email/changes/queue-change-notices.ts";
export { addDigestNotice } from "./email/digest-notices.ts";
export { digestOfAddress } from "./email/digest-of-address.ts";
export { emailMembers } from "./email/email-members.ts";
export { composeEmail, type EmailTexts, typedText } from "./email/email-text.ts";
export { choiceOf, deliveryOf, type EmailKind, type Seat } from "./email/email-topics.ts";
export { enqueueEmail } from "./email/enqueue-email.ts";
export { shareOf } from "./email/mail-share.ts";
export {
  describeOrigin,
  formatDay,
  formatInstant,
  formatPercent,
  formatPrice,
  formatTotal,
  inSentence,
} from "./email/phrases.ts";
export { deleteOldEmailOutcomes, readEmailOutcomes } from "./email/read-email-outcomes.ts";
export { readSeatsForEmail } from "./email/read-seats-for-email.ts";
export { readWorkspaceForEmail } from "./email/read-workspace-for-email.ts";
export { sendEmailAtOnce } from "./email/send-email.ts";
export { type DigestNotice, dueDigests, findDigestReader, takeDigest } from "./email/take-digest.ts";
export { erasePerson, eraseWorkspace } from "./erasure/erase.ts";
export type { ErasurePorts } from "./erasure/erasure-ports.ts";
export { exportPerson } from "./erasure/export-person.ts";
export { accountErasure } from "./erasure.ts";
export { accountTasks, createErasureSweeps, erasureWorks, outgoingEmailWork } from "./jobs.ts";
export { accountSecrets } from "./model/account-secrets.ts";
export { generateToken, hashToken } from "./model/link-token.ts";
export { lockWorkspace, lockWorkspaceFor } from "./model/lock-workspace.ts";
export { grantOperator, revokeOperator } from "./operators/change-operators.ts";
export { listOperators } from "./operators/list-operators.ts";
export { recordOperatorAct } from "./operators/record-operator-act.ts";
export { requireGoodPassword } from "./passwords/common-passwords.ts";
export { createPasswords, type Passwords } from "./passwords/passwords.ts";
export { createPerson, createWorkspace, hashPersonPassword } from "./people/create-person.ts";
export type { AccountPorts, AccountsSettings, ExportPorts } from "./ports.ts";
export { accountRecords } from "./record-finders.ts";
export { accountOperations } from "./rest.ts";
export { type EndedAccess, endBackupAccess } from "./restored/end-backup-access.ts";
export { listWaitingEmails } from "./restored/list-waiting-emails.ts";
export { endAllSessions } from "./sessions/end-all-sessions.ts";
export { createSessionCookie } from "./sessions/session-cookie.ts";
export { loadAuthLibrary } from "./sign-in/load-library.ts";
export { createAccountRouters } from "./trpc.ts";
export { createWorkspaceForOwner } from "./workspaces/create-workspace-for-owner.ts";
export { findOwnedWorkspaces } from "./workspaces/find-owned-workspaces.ts";
export { readWorkspaceActor } from "./workspaces/read-workspace-actor.ts";
export { readWorkspaceNames } from "./workspaces/read-workspace-names.ts";
