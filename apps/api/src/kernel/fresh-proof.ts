import {
  type ApiKeyPatch,
  type ContactPatch,
  type DomainBatchInput,
  type DomainContactsInput,
  type DomainPatch,
  type InvitationInput,
  type MailAccountPatch,
  type MailAliasInput,
  type MailAliasPatch,
  type MailDomainPatch,
  type MemberPatch,
  type Right,
  rightsOfRole,
  type WebhookEndpointPatch,
  type WorkspaceRole,
} from "@zonepost/schema";
import type { Actor } from "./actor.ts";
import type { Clock } from "./clock.ts";
import { isFreshSession, stepUpRequired } from "./rights.ts";

/** `before` is the present state, which the operation's `readBefore` returns. */
type Condition<Body, Before> = (body: Body, before: Before) => boolean;

type Rule<Body = never, Before = never> = {
  proof: "required" | "not_required" | "conditional";
  reason: string;
  when: Condition<Body, Before>;
};

const required = (reason: string): Rule => ({ proof: "required", reason, when: () => true });
const notRequired = (reason: string): Rule => ({ proof: "not_required", reason, when: () => false });
const requiredIf = <Body, Before = undefined>(
  reason: string,
  when: Condition<Body, Before>,
): Rule<Body, Before> => ({ proof: "conditional", reason, when });

/** Rights that some of the mutations below require, for which a person needs fresh proof. */
const provenRights: readonly Right[] = [
  "domains:write",
  "domains:release",
  "contacts:write",
  "zones:write",
  "mail:write",
  "webhooks:write",
  "payments:write",
  "members:write",
  "api_keys:write",
  "workspace:own",
];

/** Giving such a role takes proof too: a thief could otherwise give it to an account of their own, and sign in. */
export const givesProvenRights = (role: WorkspaceRole, before?: WorkspaceRole): boolean =>
  provenRights.some((right) => rightsOfRole[role].has(right) && !(before && rightsOfRole[before].has(right)));

type DomainLimit = readonly string[] | null;

export const addsDomains = (before: DomainLimit, after: DomainLimit): boolean =>
  before !== null && (after === null || after.some((name) => !before.includes(name)));

export const isCatchAll = (address: string): boolean => address.startsWith("*@");

const isProof = "This is the proof, or a step of the sign-in before it.";
const hasLinkOrPassword = "A link, a code or a password in the request proves it.";
const takesAccessAway = "Only takes access away.";
const isUndone = "Can be undone at once, and reveals nothing.";
const spendsMoney = "Buys for this workspace alone; purchases have limits and receipts of their own.";
const reads = "Changes nothing.";
const signsDomains = "A DS record can be removed again, and opens nothing.";

/**
 * The operations that need fresh proof: a sign-in or confirmation within the last ten minutes. Required if a stolen or
 * unattended session could take something over, or destroy what can't be restored. API keys have no session, so their
 * scopes decide.
 */
export const freshProof = {
  // Sign-in and the person's own account
  signInWithEmail: notRequired(isProof),
  sendMagicLink: notRequired(isProof),
  redeemMagicLink: notRequired(isProof),
  signInWithCode: notRequired(isProof),
  signInWithProvider: notRequired(isProof),
  verifyTotp: notRequired(isProof),
  verifyBackupCode: notRequired(isProof),
  stepUp: notRequired(isProof),
  signOut: notRequired(takesAccessAway),
  requestPasswordReset: notRequired("Only the mailbox gets the link."),
  resetPassword: notRequired(hasLinkOrPassword),
  changePassword: requiredIf<unknown, { hasPassword: boolean }>(
    "The person has no password yet. A change requires the current password instead.",
    (_body, { hasPassword }) => !hasPassword,
  ),
  requestEmailChange: required("Sign-in links go to the new address."),
  confirmEmailChange: notRequired(hasLinkOrPassword),
  enableSecondFactor: required("A thief's second factor would lock the person out."),
  confirmSecondFactor: notRequired("Completes what was proven a moment ago, with a code."),
  disableSecondFactor: required("Takes a protection away."),
  renewBackupCodes: required("Each code replaces the second factor once."),
  readInvitation: notRequired(reads),
  acceptInvitation: notRequired(hasLinkOrPassword),
  updateProfile: notRequired(isUndone),
  exportOwnData: required("A copy of everything stored about the person leaves."),
  requestAccountDeletion: required("The account and its memberships are gone after seven days."),
  undoAccountDeletion: notRequired("Keeps things as they are."),
  revokeSession: notRequired(takesAccessAway),
  revokeOtherSessions: notRequired(takesAccessAway),
  forgetTrustedDevices: notRequired(takesAccessAway),
  switchWorkspace: notRequired("Shows another workspace that the person is in."),
  leaveWorkspace: notRequired(takesAccessAway),
  updateNotificationSettings: notRequired("Owners always get the emails about security."),

  // What needs attention
  snoozeAttention: notRequired(isUndone),
  unsnoozeAttention: notRequired(isUndone),
  muteAttention: notRequired(isUndone),
  unmuteAttention: notRequired(isUndone),

  // The workspace and its people
  updateWorkspace: notRequired(isUndone),
  transferOwnership: required("Hands over the workspace."),
  createInvitation: requiredIf<InvitationInput>("The role isn't read_only.", ({ role }) =>
    givesProvenRights(role),
  ),
  resendInvitation: requiredIf<unknown, { role: WorkspaceRole }>(
    "The invitation is for another role than read_only.",
    (_body, { role }) => givesProvenRights(role),
  ),
  cancelInvitation: notRequired(takesAccessAway),
  updateMember: requiredIf<MemberPatch, { role: WorkspaceRole; domainNames: DomainLimit }>(
    "The member gets more rights to make changes, or more domains.",
    ({ role, domainNames }, before) =>
      (role !== undefined && givesProvenRights(role, before.role)) ||
      (domainNames !== undefined &&
        givesProvenRights(role ?? before.role) &&
        addsDomains(before.domainNames, domainNames)),
  ),
  removeMember: notRequired(takesAccessAway),

  // API keys
  createApiKey: required("A key outlives the session, and needs no second factor."),
  updateApiKey: requiredIf<ApiKeyPatch, { addsAddresses: boolean }>(
    "The key can be used from more addresses.",
    (_patch, { addsAddresses }) => addsAddresses,
  ),
  rollApiKey: required("Shows a new key."),
  revokeApiKey: notRequired(takesAccessAway),
  reactivateApiKey: required("The key may have been revoked after the backup that it came from."),

  // Domains
  registerDomain: notRequired(spendsMoney),
  renewDomain: notRequired(spendsMoney),
  restoreDomain: notRequired(spendsMoney),
  transferDomainIn: notRequired(spendsMoney),
  deleteDomain: required("The name can be lost."),
  createAuthCode: required("An auth code is enough to take the domain away."),
  approveTransferOut: required("The domain leaves at once."),
  rejectTransferOut: notRequired("Keeps the domain."),
  cancelDomainOperation: notRequired("Keeps things as they are."),
  updateDomain: requiredIf<DomainPatch>(
    "The transfer lock is removed, so that the domain can be transferred away.",
    ({ locked }) => locked === false,
  ),
  changeManyDomains: requiredIf<DomainBatchInput, { changesEmail: boolean }>(
    "The change deletes the domains, sets nameservers, removes the transfer lock or changes a role's email address, as for one domain.",
    ({ change }, { changesEmail }) =>
      "deleted" in change ||
      "nameservers" in change ||
      ("locked" in change && !change.locked) ||
      ("contacts" in change && changesEmail),
  ),
  changeNameservers: required("Nameservers and glue decide where a domain's web traffic and mail go."),
  checkNameservers: notRequired(reads),
  createContact: notRequired("A new contact concerns no domain yet."),
  updateContact: requiredIf<ContactPatch, { email: string }>(
    "The email address changes. Registries write to it about the domain.",
    ({ email }, before) => email !== undefined && email !== before.email,
  ),
  changeDomainContacts: requiredIf<DomainContactsInput, { changesEmail: boolean }>(
    "A role's email address changes. Registries write to it about the domain.",
    (_contacts, { changesEmail }) => changesEmail,
  ),
  deleteContact: notRequired("Only a contact that no domain uses can be deleted."),
  publishDsRecord: notRequired(signsDomains),
  replaceDsRecords: notRequired(signsDomains),
  removeDsRecord: notRequired(signsDomains),
  publishDnskey: notRequired(signsDomains),
  replaceDnskeys: notRequired(signsDomains),
  checkDsRecords: notRequired(reads),

  // Zones
  createZone: notRequired("A new zone takes nothing over: its name is proved."),
  deleteZone: required("A name without its zone stops resolving."),
  changeRecords: notRequired("Any version can be restored."),
  replaceRecords: notRequired("Any version can be restored."),
  importRecords: notRequired("Any version can be restored."),
  restoreZoneVersion: required("Replaces all records of a zone at once."),

  // Mail
  activateMail: notRequired(spendsMoney),
  updateMailDomain: requiredIf<MailDomainPatch>(
    "The mail is suspended.",
    ({ suspended }) => suspended === true,
  ),
  deactivateMail: required("Stops the mail of a domain, and erases it later."),
  createMailAccount: notRequired("A new mailbox opens no other one."),
  updateMailAccount: requiredIf<MailAccountPatch, { forwardTo: string | null }>(
    "The mail is forwarded to another address.",
    ({ forwardTo }, before) => typeof forwardTo === "string" && forwardTo !== before.forwardTo,
  ),
  changeMailAccountPassword: required("The password opens the mailbox, with the sign-in links in it."),
  deleteMailAccount: notRequired("Can be restored for 30 days."),
  restoreMailAccount: notRequired("The mailbox has its former passwords again."),
  createMailAppPassword: required("Works in addition to the person's own password."),
  revokeMailAppPassword: notRequired(takesAccessAway),
  endMailConnections: notRequired(takesAccessAway),
  createMailAlias: requiredIf<MailAliasInput, { outside: readonly string[] }>(
    "A target is outside the workspace, or the alias is a catch-all.",
    ({ fromAddress }, { outside }) => isCatchAll(fromAddress) || outside.length > 0,
  ),
  updateMailAlias: requiredIf<
    MailAliasPatch,
    { fromAddress: string; targets: readonly string[]; outside: readonly string[] }
  >(
    "The alias gets another target outside the workspace, or is a catch-all that gets any other target.",
    ({ toAddresses }, { fromAddress, targets, outside }) => {
      const added = toAddresses.filter((address) => !targets.includes(address));
      return added.some((address) => isCatchAll(fromAddress) || outside.includes(address));
    },
  ),
  deleteMailAlias: notRequired("Mail to the address goes to a catch-all that was proven, or is refused."),
  resendMailForwarding: notRequired("The target was proven when it was added, and still has to confirm."),
  readMailForwarding: notRequired(reads),
  confirmMailForwarding: notRequired(hasLinkOrPassword),
  stopMailForwarding: notRequired(hasLinkOrPassword),
  replaceMailSenderExceptions: required("A network in the list may send in the domain's name."),
  rotateDkimKey: notRequired("The new key stays with the mail hosts."),
  cancelDkimRotation: notRequired("Keeps the present key."),
  checkMailDns: notRequired(reads),
  mergeMailSpf: notRequired("The record allows all that it allowed before, and this service."),
  replaceMailDnsRecords: required("Records that people manage are replaced, so mail may go elsewhere."),
  releaseMailDnsRecords: notRequired("The records stay as they are."),
  createMailDnsShare: notRequired("The link shows DNS records, which are public."),
  readSharedMailDns: notRequired(reads),
  revokeMailDnsShare: notRequired(takesAccessAway),

  // Orders and payments
  placeOrder: notRequired(spendsMoney),
  placeBasket: notRequired(spendsMoney),
  previewBasket: notRequired(reads),
  checkTransfers: notRequired(reads),
  deleteTransferCodes: notRequired("Codes that are entered again are stored again."),
  payOrder: notRequired(spendsMoney),
  retryRenewals: notRequired(spendsMoney),
  settleOrder: notRequired(spendsMoney),
  refundPayment: required("Money leaves, and a registration can be undone."),
  requestRefund: notRequired("No money moves: the operator decides."),
  releasePayment: notRequired("Changes nothing: the operator decides."),
  refundForOperator: required("Money leaves, and goods can go with it."),
  releaseForOperator: required("Ends the pause after a fraud warning."),
  acceptDispute: required("Gives up the money of a payment."),
  retryRefund: required("Money leaves."),
  declineRefund: required("Ends a customer's request."),
  createPaymentMethod: notRequired("The card is entered at the processor."),
  updatePaymentMethod: notRequired(isUndone),
  deletePaymentMethod: required("Renewals fail without a card."),
  updateBillingProfile: notRequired(isUndone),

  // Webhooks
  createWebhookEndpoint: notRequired("Events go to a new endpoint, and the existing ones keep theirs."),
  updateWebhookEndpoint: requiredIf<WebhookEndpointPatch, { isMoved: boolean }>(
    "The URL changes, so that another server receives the events.",
    (_patch, { isMoved }) => isMoved,
  ),
  deleteWebhookEndpoint: notRequired(takesAccessAway),
  reactivateWebhookEndpoint: notRequired("Events go to the endpoint's own URL."),
  startWebhookCatchUp: notRequired("Events go to the endpoint's own URL."),
  stopWebhookCatchUp: notRequired("Stops sending."),
  retryWebhookDeliveries: notRequired("Events go to the endpoint's own URL."),
  replayWebhookDelivery: notRequired("Events go to the endpoint's own URL."),
  sendWebhookTestEvent: notRequired("Sends an example."),
  rotateWebhookSecret: required("Shows a secret with which deliveries can be forged."),
  switchWebhookSecret: notRequired("Uses a secret whose rotation was proven, and shows none."),
  cancelWebhookSecretRotation: notRequired("Keeps the present secret."),
};

export type MutationId = keyof typeof freshProof;

/** The present state that an operation's condition needs. */
export type BeforeOf<Id extends MutationId> =
  (typeof freshProof)[Id] extends Rule<infer _Body, infer Before> ? Before : never;

export type FreshProofRule = Rule<unknown, unknown>;

/** The rule of an operation; undefined for reads. */
export const freshProofOf = (operationId: string): FreshProofRule | undefined =>
  (freshProof as unknown as Partial<Record<string, FreshProofRule>>)[operationId];

/** Called once, by the dispatcher, between parsing the input and running the verb. */
export async function requireFreshProof(
  rule: FreshProofRule | undefined,
  ctx: { actor?: Actor; clock: Clock },
  body: unknown,
  readBefore: () => Promise<unknown>,
): Promise<void> {
  if (!rule || rule.proof === "not_required" || !ctx.actor || isFreshSession(ctx.actor, ctx.clock)) {
    return;
  }
  if (rule.proof === "required" || rule.when(body, await readBefore())) {
    throw stepUpRequired();
  }
}
