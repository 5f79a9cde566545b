import messages from "@messages/en.json";
import { fireEvent, screen } from "@testing-library/react";
import type { MailAccount, MailAlias, MailForwardingForHolder, NotificationChoice } from "@zonepost/schema";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { SecondFactor } from "@/app/auth/2fa-verify/_parts/second-factor.tsx";
import { EmailChange } from "@/app/auth/email-change/_parts/email-change.tsx";
import { MailForwarding } from "@/app/auth/mail-forwarding/_parts/mail-forwarding.tsx";
import { PasswordReset } from "@/app/auth/password-reset/_parts/password-reset.tsx";
import { JoinAsNewPerson } from "@/app/invitations/[id]/_parts/join-as-new-person.tsx";
import { LinkCode } from "@/app/sign-in/_parts/link-code.tsx";
import { SignInForm } from "@/app/sign-in/_parts/sign-in-form.tsx";
import { SignInLink } from "@/app/sign-in/link/_parts/sign-in-link.tsx";
import { EditApiKeyDialog } from "@/features/api-keys/edit-api-key-dialog.tsx";
import { NewApiKey } from "@/features/api-keys/new/new-api-key.tsx";
import { ReactivateApiKeyDialog } from "@/features/api-keys/reactivate-api-key-dialog.tsx";
import { RevokeApiKeyDialog } from "@/features/api-keys/revoke-api-key-dialog.tsx";
import { RollApiKeyDialog } from "@/features/api-keys/roll-api-key-dialog.tsx";
import { AttentionAside } from "@/features/attention/attention-aside.tsx";
import { AttentionList } from "@/features/attention/attention-list.tsx";
import { BatchDrawer } from "@/features/batches/batch-drawer.tsx";
import { BulkChangeDialog } from "@/features/batches/bulk-change-dialog.tsx";
import { BulkDeleteDialog } from "@/features/batches/bulk-delete-dialog.tsx";
import { BasketPage } from "@/features/checkout/basket-page.tsx";
import { NewContactDrawer } from "@/features/contacts/new-contact-drawer.tsx";
import { OneContactDrawer } from "@/features/contacts/one-contact-drawer.tsx";
import { AddDsForm } from "@/features/dnssec/ds-records/add-ds-form.tsx";
import { PublishCheck } from "@/features/dnssec/ds-records/publish-check.tsx";
import { RemoveDsDialog } from "@/features/dnssec/ds-records/remove-ds-dialog.tsx";
import { ChooseContactsForm } from "@/features/domain-contacts/choose-contacts-form.tsx";
import { SettingSwitches } from "@/features/domain-page/setting-switches.tsx";
import { DeleteDialog } from "@/features/lifecycle/delete-dialog.tsx";
import { RenewDialog } from "@/features/lifecycle/renew-dialog.tsx";
import { RestoreDialog } from "@/features/lifecycle/restore-dialog.tsx";
import { AccountFacts } from "@/features/mail/accounts/account-facts.tsx";
import { ChangePasswordDialog } from "@/features/mail/accounts/change-password-dialog.tsx";
import { CreateAccountDialog } from "@/features/mail/accounts/create-account-dialog.tsx";
import { EditAccountDialog } from "@/features/mail/accounts/edit-account-dialog.tsx";
import { ActivateMail } from "@/features/mail/activate-mail.tsx";
import { Aliases } from "@/features/mail/aliases/aliases.tsx";
import { CreateAliasDialog } from "@/features/mail/aliases/create-alias-dialog.tsx";
import { EditAliasDialog } from "@/features/mail/aliases/edit-alias-dialog.tsx";
import { CreateAppPasswordDialog } from "@/features/mail/app-passwords/create-app-password-dialog.tsx";
import {
  ActivateAccountDialog,
  CancelRotationDialog,
  DeactivateMailDialog,
  DeleteAccountDialog,
  DeleteAliasDialog,
  EndConnectionsDialog,
  PlaceRecordDialog,
  ReleaseRecordDialog,
  ReplaceRecordDialog,
  RestoreAccountDialog,
  RevokeAppPasswordDialog,
  RotateKeyDialog,
  SuspendAccountDialog,
  SuspendMailDialog,
} from "@/features/mail/confirmations.tsx";
import { RotationScheduleDialog } from "@/features/mail/dkim/rotation-schedule-dialog.tsx";
import { DnsSection } from "@/features/mail/dns-records/dns-section.tsx";
import { MergeSpfDialog } from "@/features/mail/dns-records/merge-spf-dialog.tsx";
import { ShareSection } from "@/features/mail/dns-records/share-section.tsx";
import { MailStateNotice } from "@/features/mail/life/mail-state-notice.tsx";
import { AutoRenewSwitch } from "@/features/mail/plan/auto-renew-switch.tsx";
import { PlanDialog } from "@/features/mail/plan/plan-dialog.tsx";
import { SenderExceptionsDialog } from "@/features/mail/sender-exceptions/sender-exceptions-dialog.tsx";
import { NameserverEditor } from "@/features/nameservers/nameserver-editor.tsx";
import { CancelTransferDialog } from "@/features/operations/cancel-transfer-dialog.tsx";
import { OperatorRefundDialog } from "@/features/operator/operator-refund-dialog.tsx";
import { OneRefund } from "@/features/operator/payment-drawer.tsx";
import { ReasonDialog } from "@/features/operator/reason-dialog.tsx";
import { OrderPage } from "@/features/orders/order-page.tsx";
import { EditBillingProfileDialog } from "@/features/payments/billing/edit-billing-profile-dialog.tsx";
import { RemoveCardDialog } from "@/features/payments/cards/remove-card-dialog.tsx";
import { SavedCards } from "@/features/payments/cards/saved-cards.tsx";
import { RefundDialog } from "@/features/payments/refund/refund-dialog.tsx";
import { RequestRefundDialog } from "@/features/payments/refund/request-refund-dialog.tsx";
import { RetryRenewalsDialog } from "@/features/payments/renewals/retry-renewals-dialog.tsx";
import { ChangeMemberDialog } from "@/features/people/change-member-dialog.tsx";
import { CancelInvitationDialog, RemoveMemberDialog } from "@/features/people/confirmations.tsx";
import { Invitations } from "@/features/people/invitations.tsx";
import { InviteDialog } from "@/features/people/invite-dialog.tsx";
import { OwnershipTransferDialog } from "@/features/people/ownership-transfer-dialog.tsx";
import { AccountExport } from "@/features/profile/account-export.tsx";
import { ChangeEmailDialog } from "@/features/profile/change-email-dialog.tsx";
import { DeleteOwnAccountDialog } from "@/features/profile/delete-own-account-dialog.tsx";
import { Notifications } from "@/features/profile/notifications.tsx";
import { ProfilePage } from "@/features/profile/profile-page.tsx";
import { RegistrationForm } from "@/features/registration/registration-form.tsx";
import { AdvanceClockDialog } from "@/features/sandbox/advance-clock-dialog.tsx";
import { DisableSecondFactorDialog } from "@/features/security/disable-second-factor-dialog.tsx";
import { PasswordDialog } from "@/features/security/password-dialog.tsx";
import { SecondFactorPart } from "@/features/security/second-factor-part.tsx";
import { SetUpSecondFactorDialog } from "@/features/security/set-up-second-factor-dialog.tsx";
import { SignIns } from "@/features/security/sign-ins.tsx";
import { TrustedBrowsers } from "@/features/security/trusted-browsers.tsx";
import { DeletionNotice } from "@/features/shell/deletion-notice.tsx";
import { SignInAgainDialog } from "@/features/sign-in/sign-in-again-dialog.tsx";
import { StepUpDialog } from "@/features/step-up/step-up-dialog.tsx";
import { AuthCodeDialog } from "@/features/transfers/auth-code-dialog.tsx";
import { TransferAnswer } from "@/features/transfers/transfer-answer.tsx";
import { TransferForm } from "@/features/transfers/transfer-form.tsx";
import { TransferLinesForm } from "@/features/transfers/transfer-lines-form.tsx";
import { CatchUpDialog } from "@/features/webhooks/catch-up/catch-up-dialog.tsx";
import { CatchUpProgress } from "@/features/webhooks/catch-up/catch-up-progress.tsx";
import { InactiveBanner } from "@/features/webhooks/catch-up/inactive-banner.tsx";
import {
  CancelSecretRotationDialog,
  DeleteEndpointDialog,
  SwitchSecretDialog,
} from "@/features/webhooks/confirmations.tsx";
import { NewEndpoint } from "@/features/webhooks/creation/new-endpoint.tsx";
import { Replay } from "@/features/webhooks/deliveries/details/replay.tsx";
import { TryNow } from "@/features/webhooks/deliveries/try-now.tsx";
import { EditEndpointDialog } from "@/features/webhooks/edit-endpoint-dialog.tsx";
import { EndpointPage } from "@/features/webhooks/endpoint-page.tsx";
import { RotateSecretDialog } from "@/features/webhooks/rotation/rotate-secret-dialog.tsx";
import { TestEvent } from "@/features/webhooks/test-event/test-event.tsx";
import { LeaveWorkspaceDialog } from "@/features/workspace/leave-workspace-dialog.tsx";
import { NoWorkspace } from "@/features/workspace/no-workspace.tsx";
import { WorkspacePage } from "@/features/workspace/workspace-page.tsx";
import { NewZone } from "@/features/zones/creation/new-zone.tsx";
import { RestoreVersionDialog } from "@/features/zones/history/restore-version-dialog.tsx";
import { ImportDialog } from "@/features/zones/review/import-dialog.tsx";
import { ReviewDialog } from "@/features/zones/review/review-dialog.tsx";
import { DeleteZoneDialog } from "@/features/zones/settings/delete-zone-dialog.tsx";
import { basketItem, fillBasket, quoteOf } from "./basket.ts";
import type { Answers } from "./fake-api.ts";
import * as records from "./records.ts";
import { Opened } from "./render-in-panel.tsx";

const words = messages;
const { domain } = records;

type Dialog = { opened: boolean; onClose: () => void };
const dialog = (render: (props: Dialog) => ReactNode) => <Opened>{render}</Opened>;
const ignore = () => undefined;
const notificationSettings = (expiry: NotificationChoice) => ({
  isOwner: false,
  topics: { expiry },
  fixedTopics: [],
  nextDigestAt: null,
});
const ofAccount = { domainName: domain.name, account: records.mailAccount };
const waitingAccount: MailAccount = {
  ...records.mailAccount,
  forwardTo: { address: "ada@elsewhere.example", external: true, state: "waiting_for_confirmation" },
};
const pausedAccount: MailAccount = {
  ...records.mailAccount,
  forwardTo: { address: "loop@example.com", external: false, state: "paused" },
};
const pausedAlias: MailAlias = {
  ...records.alias,
  toAddresses: records.alias.toAddresses.map((target) => ({ ...target, state: "paused" })),
};
const signInAgain = ({ opened, onClose }: Dialog, needsCode = false) => (
  <SignInAgainDialog
    opened={opened}
    email="ada@example.com"
    needsCode={needsCode}
    onSignedIn={async () => onClose()}
  />
);
const signInForm = <SignInForm words={words.signIn} next="/domains" sandbox={false} providers={["github"]} />;
/** Mailed links have their token in the fragment. */
const token = "a".repeat(32);
const heldForwarding = (state: MailForwardingForHolder["state"]): MailForwardingForHolder => ({
  workspaceName: "Acme",
  domainName: "example.com",
  address: "ada@elsewhere.example",
  fromAddresses: ["sales@example.com", "*@example.com"],
  state,
  expiresAt: "2026-12-01T12:00:00.000Z",
});

const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));

/** One form, or one button that changes something, filled in until a click on `button` sends it. */
export type FormCase = {
  /** The file below `src` with the submit, and the submit's name unless it is returned by a hook. */
  submit: string;
  /** The one call that a click sends: a procedure or a path. */
  sends: string;
  /** Runs before the form is shown. */
  before?: () => void;
  element: ReactNode;
  prepare?: () => unknown;
  button: string;
  /** Of the button; "switch" for a toggle. */
  role?: "button" | "switch" | "menuitem";
  /** The region of the button, if the page has others of that name. */
  region?: string;
  answers?: Answers;
  /** `prepare` types something that leaving would discard. */
  asks?: true;
};

/** Answers that several forms read. */
export const commonAnswers: Answers = {
  "session.current": { ...records.session, isOperator: false, paymentsOn: true, sandbox: null },
  "me.get": records.profile,
  "me.workspaces": records.ownWorkspaces,
  "me.sessions": [records.otherSession],
  "workspace.get": records.workspace,
  "members.list": [records.member],
  "invitations.list": [records.invitation],
  "domains.tlds": [records.offer],
  "domains.page": { items: [{ ...domain, hasMail: false, mailDns: null }], nextCursor: null },
  "domains.find": [domain],
  "orders.unpaidMail": [],
  "domains.get": domain,
  "domains.previewRegistration": records.preview,
  "domains.previewTransferIn": records.preview,
  "domains.previewRenewal": records.preview,
  "domains.previewRestore": records.preview,
  "domains.previewDeletion": records.preview,
  "domains.preflight": { outcome: "validates", before: "insecure", dsRecords: [], servers: [] },
  "domains.batches.get": records.batch,
  "domains.batches.preview": records.batchPreview,
  "contacts.list": [records.contact],
  "contacts.get": records.contact,
  "contacts.domains": [],
  "mail.find": [],
  "mail.storage": { domainCount: 0, fullest: [], otherCount: 0 },
  "orders.unpaidRenewals": { renewals: [], totals: [] },
  "mail.dns": records.mailDnsPage,
  "mail.dnsLights": { domainName: domain.name, checkedAt: null, lights: [] },
  "mail.dnsShare": null,
  "mail.settings": null,
  "zones.find": { zone: null, nameservers: [] },
  "zones.get": records.zone,
  "zones.publication": records.zone.publication,
  "zones.content": { version: 3, records: records.zoneRecords },
  "orders.preview": records.orderPreview,
  "orders.planPrices": records.planPrices,
  "payments.billing.get": records.billing,
  "payments.methods.list": [records.card, records.otherCard],
  "webhooks.get": records.endpoint,
  "webhooks.health": { nextAttemptAt: null, waiting: 0, p95DurationMs: null, buckets: [] },
  "webhooks.catchUp": null,
  "webhooks.missedOf": { since: null, count: 0 },
  "webhooks.missed": [],
  "webhooks.deliveryPage": { deliveries: [], nextCursor: null },
  "apiKeys.get": records.apiKey,
  "/auth/sign-in/email": { twoFactorRedirect: false },
};

export const forms: Record<string, FormCase> = {
  "add a contact": {
    asks: true,
    submit: "features/contacts/contact-form.tsx#save",
    sends: "contacts.create",
    element: dialog((props) => <NewContactDrawer {...props} onCreated={props.onClose} />),
    prepare: async () => {
      await type(words.contacts.name, "Ada Example");
      await type(words.contacts.email, "ada@example.com");
      await type(words.contacts.phone, "+49 40 123456");
      await type(words.contacts.street, "Am Kai 3");
      await type(words.contacts.postalCode, "20457");
      await type(words.contacts.city, "Hamburg");
      await type(words.contacts.country, "DE");
    },
    button: words.contacts.create,
    answers: { "contacts.create": records.contact },
  },
  "delete a contact": {
    submit: "features/contacts/one-contact-drawer.tsx#remove",
    sends: "contacts.delete",
    element: dialog((props) => <OneContactDrawer {...props} id={records.contact.id} />),
    prepare: () => press(words.contacts.delete),
    button: words.contacts.deleteConfirm,
    answers: { "contacts.delete": null },
  },
  "register a domain": {
    submit: "features/registration/use-registration.ts#register",
    sends: "orders.registerDomain",
    element: <RegistrationForm name="new-name.com" contacts={[records.contact]} defaultNameservers={[]} />,
    button: words.register.registerFor.replace("{price}", "€10.00"),
    answers: { "orders.registerDomain": records.ordered },
  },
  "check a transfer": {
    asks: true,
    submit: "features/transfers/use-transfer-in.ts#check",
    sends: "domains.previewTransferIn",
    element: <TransferForm initialName="elsewhere.com" contacts={[records.contact]} />,
    prepare: () => type(words.transferIn.authCode, "secret-code-1"),
    button: words.transferIn.check,
    answers: { "domains.previewTransferIn": { ...records.preview, wouldSucceed: false } },
  },
  "check a list of transfers": {
    asks: true,
    submit: "features/transfers/transfer-lines-form.tsx#check",
    sends: "orders.checkTransfers",
    element: <TransferLinesForm />,
    prepare: () => type(words.transferIn.list, "elsewhere.com secret-code-1"),
    button: "Check 1 domain",
    answers: { "orders.checkTransfers": [] },
  },
  "transfer a domain": {
    asks: true,
    submit: "features/transfers/use-transfer-in.ts#transfer",
    sends: "orders.transferDomainIn",
    element: <TransferForm initialName="elsewhere.com" contacts={[records.contact]} />,
    prepare: async () => {
      await type(words.transferIn.authCode, "secret-code-1");
      await press(words.transferIn.check);
    },
    button: words.transferIn.startFor.replace("{price}", "€10.00"),
    answers: { "orders.transferDomainIn": records.ordered },
  },
  "renew a domain": {
    submit: "features/lifecycle/priced-dialog.tsx#purchase",
    sends: "orders.renewDomain",
    element: dialog((props) => <RenewDialog {...props} domain={domain} maxYears={10} />),
    button: words.domainActs.renewFor.replace("{price}", "€10.00"),
    answers: { "orders.renewDomain": records.ordered },
  },
  "restore a domain": {
    submit: "features/lifecycle/priced-dialog.tsx#purchase",
    sends: "orders.restoreDomain",
    element: dialog((props) => <RestoreDialog {...props} domain={domain} />),
    button: words.domainActs.restoreFor.replace("{price}", "€10.00"),
    answers: { "orders.restoreDomain": records.ordered },
  },
  "delete a domain": {
    submit: "features/lifecycle/delete-dialog.tsx#remove",
    sends: "domains.delete",
    element: dialog((props) => <DeleteDialog {...props} domain={domain} offer={records.offer} />),
    prepare: () => type(words.domainActs.typeName.replace("{name}", domain.name), domain.name),
    button: words.domainActs.deleteConfirm,
    answers: { "domains.delete": records.succeeded },
  },
  "create an auth code": {
    submit: "features/transfers/auth-code-dialog.tsx#create",
    sends: "domains.createAuthCode",
    element: dialog((props) => <AuthCodeDialog {...props} domain={domain} />),
    button: words.domainActs.showCode,
    answers: { "domains.createAuthCode": { authCode: "code", expiresAt: domain.expiresAt } },
  },
  "change many domains": {
    submit: "features/batches/use-start-batches.ts",
    sends: "domains.batches.create",
    element: dialog((props) => (
      <BulkChangeDialog {...props} change="autoRenewOn" rows={[domain]} onStarted={props.onClose} />
    )),
    button: "Change 1 domain",
    answers: { "domains.batches.create": records.batch },
  },
  "change the contacts of many domains": {
    submit: "features/batches/use-start-batches.ts",
    sends: "domains.batches.create",
    element: dialog((props) => (
      <BulkChangeDialog {...props} change="contacts" rows={[domain]} onStarted={props.onClose} />
    )),
    prepare: async () =>
      void fireEvent.change(await screen.findByLabelText(words.domainContacts.role_tech), {
        target: { value: records.contact.id },
      }),
    button: "Change 1 domain",
    answers: { "domains.batches.create": records.batch },
  },
  "delete many domains": {
    submit: "features/batches/use-start-batches.ts",
    sends: "domains.batches.create",
    element: dialog((props) => <BulkDeleteDialog {...props} rows={[domain]} onStarted={props.onClose} />),
    prepare: () => type(words.bulk.typeDelete.replace("{phrase}", "delete 1 domain"), "delete 1 domain"),
    button: "Delete 1 domain",
    answers: { "domains.batches.create": records.batch },
  },
  "retry a bulk change": {
    submit: "features/batches/use-start-batches.ts",
    sends: "domains.batches.create",
    element: dialog((props) => <BatchDrawer {...props} ids={[records.batch.id]} onStarted={props.onClose} />),
    button: "Retry the failed one",
    answers: { "domains.batches.create": records.batch },
  },
  "cancel a transfer": {
    submit: "features/operations/cancel-transfer-dialog.tsx#CancelTransferDialog",
    sends: "domains.operations.cancel",
    element: dialog((props) => <CancelTransferDialog id="dop_1" {...props} />),
    button: words.operations.confirm.cancelTransfer.submit,
    answers: { "domains.operations.cancel": records.operation },
  },
  "approve a transfer": {
    submit: "features/transfers/use-answer-transfer.ts#approve",
    sends: "domains.operations.approve",
    element: <TransferAnswer operationId="dop_1" rejectLabel="No" approveLabel="Yes" failedTitle="" />,
    button: "Yes",
    answers: { "domains.operations.approve": records.succeeded },
  },
  "reject a transfer": {
    submit: "features/transfers/use-answer-transfer.ts#reject",
    sends: "domains.operations.reject",
    element: <TransferAnswer operationId="dop_1" rejectLabel="No" approveLabel="Yes" failedTitle="" />,
    button: "No",
    answers: { "domains.operations.reject": records.succeeded },
  },
  "change nameservers": {
    asks: true,
    submit: "features/nameservers/use-nameserver-rows.ts#save",
    sends: "domains.changeNameservers",
    element: <NameserverEditor domain={domain} offer={records.offer} />,
    prepare: async () => {
      await type(words.nameservers.host.replace("{number}", "1"), "ns1.example.net");
      await type(words.nameservers.host.replace("{number}", "2"), "ns2.example.net");
    },
    button: words.nameservers.save,
    answers: { "domains.changeNameservers": domain },
  },
  "change a domain's contacts": {
    submit: "features/domain-contacts/choose-contacts-form.tsx#change",
    sends: "domains.changeContacts",
    element: (
      <ChooseContactsForm
        domain={domain}
        contacts={{ registrant: records.contact, admin: null, tech: null }}
        roles={["registrant"]}
        countryCodes={null}
        offered={[records.contact]}
        onDone={ignore}
      />
    ),
    button: words.domainContacts.save,
    answers: { "domains.changeContacts": {} },
  },
  "switch a domain's setting": {
    submit: "features/domain-page/setting-switches.tsx#update",
    sends: "domains.update",
    element: <SettingSwitches domain={domain} offer={records.offer} />,
    button: words.domainActs.setting_autoRenew,
    role: "switch",
    answers: { "domains.update": domain },
  },
  "publish a DS record": {
    submit: "features/dnssec/ds-records/use-change-ds.ts",
    sends: "domains.publishDsRecord",
    element: (
      <PublishCheck
        name={domain.name}
        unicodeName={domain.name}
        change={{ kind: "add", dsRecord: records.dsRecord }}
        cancel={null}
        onPublished={ignore}
      />
    ),
    button: words.dnssec.publish,
    answers: { "domains.publishDsRecord": { enabled: true, dsRecords: [] } },
  },
  "publish a key": {
    asks: true,
    submit: "features/dnssec/ds-records/use-change-ds.ts",
    sends: "domains.publishDnskey",
    element: (
      <AddDsForm
        name={domain.name}
        unicodeName={domain.name}
        dsRecords={[]}
        digestTypes={[2]}
        takesKeys
        takesFocus={false}
        onPublished={ignore}
      />
    ),
    prepare: async () => {
      await type(words.dnssec.key, `${domain.name}. IN DNSKEY 257 3 13 ${"A".repeat(86)}==`);
      await screen.findByRole("region", { name: words.preflight.title });
    },
    button: words.dnssec.publish,
    answers: { "domains.publishDnskey": { enabled: true, dsRecords: [] } },
  },
  "remove a DS record": {
    submit: "features/dnssec/ds-records/use-change-ds.ts",
    sends: "domains.removeDsRecord",
    element: dialog((props) => (
      <RemoveDsDialog
        {...props}
        name={domain.name}
        unicodeName={domain.name}
        ds={records.dsRecord}
        remaining={0}
        onRemoved={props.onClose}
      />
    )),
    button: words.dnssec.removeConfirm,
    answers: { "domains.removeDsRecord": { enabled: false, dsRecords: [] } },
  },
  "activate mail": {
    submit: "features/mail/activate-mail.tsx#activate",
    sends: "orders.activateMail",
    element: <ActivateMail domain={domain.name} />,
    button: words.mail.activateFor.replace("{price}", "€10.00"),
    answers: { "orders.activateMail": { domainName: domain.name } },
  },
  "change a mail plan": {
    submit: "features/mail/plan/plan-dialog.tsx#order",
    sends: "orders.place",
    element: dialog((props) => <PlanDialog {...props} mail={records.mail} kind="change" />),
    prepare: async () => fireEvent.click(await screen.findByRole("radio", { name: /^Pro/ })),
    button: words.mail.payPlan.replace("{price}", "€10.00"),
    answers: { "orders.place": records.order },
  },
  "switch a mail plan's auto-renew": {
    submit: "features/mail/plan/auto-renew-switch.tsx#update",
    sends: "orders.updateMail",
    element: <AutoRenewSwitch mail={records.mail} />,
    button: words.mail.planAutoRenew,
    role: "switch",
    answers: { "orders.updateMail": records.mail },
  },
  "suspend mail": {
    submit: "features/mail/confirmations.tsx#SuspendMailDialog",
    sends: "orders.updateMail",
    element: dialog((props) => <SuspendMailDialog {...props} domainName={domain.name} />),
    button: words.mailLife.confirm.suspend.submit,
    answers: { "orders.updateMail": records.mail },
  },
  "resume mail": {
    submit: "features/mail/life/mail-state-notice.tsx#resume",
    sends: "orders.updateMail",
    element: <MailStateNotice mail={{ ...records.mail, status: "suspended", suspensionReason: "by_user" }} />,
    button: words.mailLife.resume,
    answers: { "orders.updateMail": records.mail },
  },
  "change sender exceptions": {
    asks: true,
    submit: "features/mail/sender-exceptions/sender-exceptions-dialog.tsx#replace",
    sends: "mail.replaceSenderExceptions",
    element: dialog((props) => (
      <SenderExceptionsDialog {...props} domainName={domain.name} exceptions={[]} />
    )),
    prepare: () => type(words.senderExceptions.networks, "203.0.113.7 Mailing list"),
    button: words.senderExceptions.save,
    answers: { "mail.replaceSenderExceptions": [] },
  },
  "deactivate mail": {
    submit: "features/mail/confirmations.tsx#DeactivateMailDialog",
    sends: "mail.deactivate",
    element: dialog((props) => <DeactivateMailDialog {...props} mail={records.mail} />),
    prepare: () => type(words.mailLife.confirm.deactivate.typed.replace("{name}", domain.name), domain.name),
    button: words.mailLife.confirm.deactivate.submit,
    answers: { "mail.deactivate": records.mail },
  },
  "check DNS records": {
    submit: "features/mail/dns-records/dns-section.tsx#check",
    sends: "mail.checkDns",
    element: <DnsSection domainName={domain.name} />,
    button: words.mailDns.check,
    answers: { "mail.checkDns": records.mailDnsPage.records },
  },
  "share DNS records": {
    submit: "features/mail/dns-records/share-section.tsx#create",
    sends: "mail.createDnsShare",
    element: <ShareSection domainName={domain.name} />,
    button: words.mailDns.createLink,
    answers: {
      "mail.createDnsShare": { url: "http://panel.test/mail-dns#token=t", expiresAt: records.mail.expiresAt },
    },
  },
  "revoke a link to DNS records": {
    submit: "features/mail/dns-records/share-section.tsx#revoke",
    sends: "mail.revokeDnsShare",
    element: <ShareSection domainName={domain.name} />,
    button: words.mailDns.revokeLink,
    answers: {
      "mail.dnsShare": { createdAt: records.mail.activatedAt, expiresAt: records.mail.expiresAt },
      "mail.revokeDnsShare": null,
    },
  },
  "replace records in the way of mail": {
    submit: "features/mail/confirmations.tsx#ReplaceRecordDialog",
    sends: "mail.replaceDnsRecords",
    element: dialog((props) => (
      <ReplaceRecordDialog {...props} domainName={domain.name} record={records.hostedConflict} />
    )),
    button: words.mailDns.confirm.replace.submit,
    answers: { "mail.replaceDnsRecords": records.hostedConflict.hosted },
  },
  "let mail manage a record": {
    submit: "features/mail/confirmations.tsx#PlaceRecordDialog",
    sends: "mail.replaceDnsRecords",
    element: dialog((props) => (
      <PlaceRecordDialog {...props} domainName={domain.name} record={records.hostedConflict} />
    )),
    button: words.mailDns.confirm.place.submit,
    answers: { "mail.replaceDnsRecords": records.hostedConflict.hosted },
  },
  "manage a record of mail": {
    submit: "features/mail/confirmations.tsx#ReleaseRecordDialog",
    sends: "mail.releaseDnsRecords",
    element: dialog((props) => (
      <ReleaseRecordDialog {...props} domainName={domain.name} record={records.hostedConflict} />
    )),
    button: words.mailDns.confirm.release.submit,
    answers: { "mail.releaseDnsRecords": records.hostedConflict.hosted },
  },
  "merge the SPF record": {
    submit: "features/mail/dns-records/merge-spf-dialog.tsx#merge",
    sends: "mail.mergeSpf",
    element: dialog((props) => <MergeSpfDialog {...props} domainName={domain.name} />),
    button: words.mailDns.mergeSubmit,
    answers: { "mail.spfMerge": records.spfMerge, "mail.mergeSpf": records.spfMerge },
  },
  "rotate a DKIM key": {
    submit: "features/mail/confirmations.tsx#RotateKeyDialog",
    sends: "mail.rotateDkimKey",
    element: dialog((props) => <RotateKeyDialog {...props} domainName={domain.name} />),
    button: words.dkim.confirm.rotate.submit,
    answers: { "mail.rotateDkimKey": records.dkimKey },
  },
  "cancel a DKIM rotation": {
    submit: "features/mail/confirmations.tsx#CancelRotationDialog",
    sends: "mail.cancelDkimRotation",
    element: dialog((props) => <CancelRotationDialog {...props} domainName={domain.name} />),
    button: words.dkim.cancel,
    answers: { "mail.cancelDkimRotation": [records.dkimKey] },
  },
  "schedule DKIM rotations": {
    asks: true,
    submit: "features/mail/dkim/rotation-schedule-dialog.tsx#update",
    sends: "orders.updateMail",
    element: dialog((props) => <RotationScheduleDialog {...props} mail={records.mail} />),
    prepare: async () => fireEvent.click(await screen.findByRole("radio", { name: "Every 90 days" })),
    button: words.dkim.saveSchedule,
    answers: { "orders.updateMail": records.mail },
  },
  "create a mail account": {
    asks: true,
    submit: "features/mail/accounts/create-account-dialog.tsx#create",
    sends: "mail.createAccount",
    element: dialog((props) => <CreateAccountDialog {...props} domainName={domain.name} />),
    prepare: async () => {
      await type(words.mail.localPart, "info");
      await type(words.mail.displayName, "Info");
    },
    button: words.mail.createAccount,
    answers: { "mail.createAccount": { id: "acc_1", fullAddress: "info@example.com", passwordOnce: "pw" } },
  },
  "edit a mail account": {
    submit: "features/mail/accounts/edit-account-dialog.tsx#update",
    sends: "mail.updateAccount",
    element: dialog((props) => <EditAccountDialog {...props} {...ofAccount} />),
    prepare: () => type(words.mailAccount.displayName, "Ada Lovelace"),
    button: words.mailAccount.save,
    answers: { "mail.updateAccount": records.mailAccount },
  },
  "change a mailbox's password": {
    submit: "features/mail/accounts/change-password-dialog.tsx#change",
    sends: "mail.changeAccountPassword",
    element: dialog((props) => <ChangePasswordDialog {...props} {...ofAccount} />),
    button: words.mailAccount.changePassword,
    answers: {
      "mail.changeAccountPassword": {
        fullAddress: "info@example.com",
        passwordOnce: "pw",
        revokedAppPasswords: 0,
      },
    },
  },
  "suspend a mail account": {
    submit: "features/mail/confirmations.tsx#SuspendAccountDialog",
    sends: "mail.updateAccount",
    element: dialog((props) => <SuspendAccountDialog {...props} {...ofAccount} />),
    button: words.mailAccount.suspend,
    answers: { "mail.updateAccount": records.mailAccount },
  },
  "activate a mail account": {
    submit: "features/mail/confirmations.tsx#ActivateAccountDialog",
    sends: "mail.updateAccount",
    element: dialog((props) => <ActivateAccountDialog {...props} {...ofAccount} />),
    button: words.mailAccount.activate,
    answers: { "mail.updateAccount": records.mailAccount },
  },
  "delete a mail account": {
    submit: "features/mail/confirmations.tsx#DeleteAccountDialog",
    sends: "mail.deleteAccount",
    element: dialog((props) => <DeleteAccountDialog {...props} {...ofAccount} />),
    button: words.mailAccount.delete,
    answers: { "mail.deleteAccount": records.mailAccount },
  },
  "restore a mail account": {
    submit: "features/mail/confirmations.tsx#RestoreAccountDialog",
    sends: "mail.restoreAccount",
    element: dialog((props) => <RestoreAccountDialog {...props} {...ofAccount} />),
    button: words.mailAccount.restore,
    answers: { "mail.restoreAccount": records.mailAccount },
  },
  "create an app password": {
    asks: true,
    submit: "features/mail/app-passwords/create-app-password-dialog.tsx#create",
    sends: "mail.createAppPassword",
    element: dialog((props) => <CreateAppPasswordDialog {...props} {...ofAccount} />),
    prepare: () => type(words.mailAccount.label, "Phone"),
    button: words.mailAccount.createAppPassword,
    answers: { "mail.createAppPassword": { ...records.appPassword, passwordOnce: "pw" } },
  },
  "end an account's connections": {
    submit: "features/mail/confirmations.tsx#EndConnectionsDialog",
    sends: "mail.endConnections",
    element: dialog((props) => <EndConnectionsDialog {...props} {...ofAccount} />),
    button: words.mailConnections.endAll,
    answers: { "mail.endConnections": null },
  },
  "revoke an app password": {
    submit: "features/mail/confirmations.tsx#RevokeAppPasswordDialog",
    sends: "mail.revokeAppPassword",
    element: dialog((props) => (
      <RevokeAppPasswordDialog {...props} {...ofAccount} appPassword={records.appPassword} />
    )),
    button: words.mailAccount.revoke,
    answers: { "mail.revokeAppPassword": null },
  },
  "create a mail alias": {
    asks: true,
    submit: "features/mail/aliases/create-alias-dialog.tsx#create",
    sends: "mail.createAlias",
    element: dialog((props) => <CreateAliasDialog {...props} domainName={domain.name} />),
    prepare: async () => {
      await type(words.mail.from, "sales");
      await type(words.mail.to, "ada@example.com\nada@elsewhere.example");
    },
    button: words.mail.createAlias,
    answers: { "mail.createAlias": {} },
  },
  "change a mail alias": {
    asks: true,
    submit: "features/mail/aliases/edit-alias-dialog.tsx#update",
    sends: "mail.updateAlias",
    element: dialog((props) => <EditAliasDialog {...props} domainName={domain.name} alias={records.alias} />),
    prepare: () => type(words.mail.to, "ada@example.com, box@example.com"),
    button: words.mail.saveAlias,
    answers: { "mail.updateAlias": records.alias },
  },
  "delete a mail alias": {
    submit: "features/mail/confirmations.tsx#DeleteAliasDialog",
    sends: "mail.deleteAlias",
    element: dialog((props) => (
      <DeleteAliasDialog {...props} domainName={domain.name} alias={records.alias} />
    )),
    button: words.mail.deleteAlias,
    answers: { "mail.deleteAlias": null },
  },
  "resend a forwarding confirmation": {
    submit: "features/mail/aliases/aliases.tsx#resend",
    sends: "mail.resendForwarding",
    element: <Aliases domainName={domain.name} />,
    button: words.mail.resendTo.replace("{address}", "ada@elsewhere.example"),
    answers: { "mail.aliases": [records.alias], "mail.resendForwarding": records.alias.toAddresses[1] },
  },
  "resend the confirmation of an account's forwarding": {
    submit: "features/mail/accounts/account-facts.tsx#resend",
    sends: "mail.resendForwarding",
    element: <AccountFacts account={waitingAccount} />,
    button: words.mail.resendTo.replace("{address}", "ada@elsewhere.example"),
    answers: { "mail.resendForwarding": waitingAccount.forwardTo },
  },
  "resume the forwarding of an account": {
    submit: "features/mail/accounts/account-facts.tsx#resume",
    sends: "mail.updateAccount",
    element: <AccountFacts account={pausedAccount} />,
    button: words.mail.resumeTo.replace("{address}", "loop@example.com"),
    answers: { "mail.updateAccount": pausedAccount },
  },
  "resume an alias": {
    submit: "features/mail/aliases/aliases.tsx#resume",
    sends: "mail.updateAlias",
    element: <Aliases domainName={domain.name} />,
    button: words.mail.resumeTo.replace("{address}", "ada@elsewhere.example"),
    answers: { "mail.aliases": [pausedAlias], "mail.updateAlias": records.alias },
  },
  "add a webhook endpoint": {
    asks: true,
    submit: "features/webhooks/creation/new-endpoint.tsx#create",
    sends: "webhooks.create",
    element: <NewEndpoint />,
    prepare: () => type(words.webhooks.url, "https://hooks.example.com/in"),
    button: words.webhooks.create,
    answers: { "webhooks.create": { ...records.endpoint, secret: "whsec_1" } },
  },
  "edit a webhook endpoint": {
    submit: "features/webhooks/edit-endpoint-dialog.tsx#update",
    sends: "webhooks.update",
    element: dialog((props) => <EditEndpointDialog {...props} endpoint={records.endpoint} />),
    button: words.webhooks.save,
    answers: { "webhooks.update": records.endpoint },
  },
  "delete a webhook endpoint": {
    submit: "features/webhooks/confirmations.tsx#DeleteEndpointDialog",
    sends: "webhooks.delete",
    element: dialog((props) => <DeleteEndpointDialog {...props} endpoint={records.endpoint} />),
    prepare: () =>
      type(words.webhooks.confirm.delete.typed.replace("{words}", "hooks.example.com"), "hooks.example.com"),
    button: words.webhooks.confirm.delete.submit,
    answers: { "webhooks.delete": null, "webhooks.list": [records.endpoint] },
  },
  "pause a webhook endpoint": {
    submit: "features/webhooks/endpoint-page.tsx#pause",
    sends: "webhooks.update",
    element: <EndpointPage id={records.endpoint.id} />,
    button: words.webhooks.pause,
    answers: { "webhooks.update": records.endpoint },
  },
  "rotate the secret of a webhook endpoint": {
    submit: "features/webhooks/rotation/rotate-secret-dialog.tsx#rotate",
    sends: "webhooks.rotateSecret",
    element: dialog((props) => <RotateSecretDialog {...props} endpoint={records.endpoint} />),
    button: words.webhooks.rotateConfirm,
    answers: { "webhooks.rotateSecret": { ...records.rotatingEndpoint, secret: "whsec_2" } },
  },
  "switch a webhook endpoint to its new secret": {
    submit: "features/webhooks/confirmations.tsx#SwitchSecretDialog",
    sends: "webhooks.switchSecret",
    element: dialog((props) => <SwitchSecretDialog {...props} endpoint={records.rotatingEndpoint} />),
    button: words.webhooks.confirm.switchSecret.submit,
    answers: { "webhooks.switchSecret": records.endpoint },
  },
  "cancel the secret rotation of a webhook endpoint": {
    submit: "features/webhooks/confirmations.tsx#CancelSecretRotationDialog",
    sends: "webhooks.cancelRotation",
    element: dialog((props) => <CancelSecretRotationDialog {...props} endpoint={records.rotatingEndpoint} />),
    button: words.webhooks.cancelRotation,
    answers: { "webhooks.cancelRotation": records.endpoint },
  },
  "send a test event": {
    submit: "features/webhooks/test-event/test-event.tsx#send",
    sends: "webhooks.sendTest",
    element: <TestEvent endpoint={records.endpoint} />,
    button: words.webhooks.sendTest,
    answers: { "webhooks.sendTest": { id: "whd_01k3v2m8q4f7x9b0c1d2e3f4g5" } },
  },
  "reactivate a webhook endpoint": {
    submit: "features/webhooks/catch-up/reactivation.tsx#reactivate",
    sends: "webhooks.reactivate",
    element: <InactiveBanner endpoint={records.pausedEndpoint} />,
    button: words.webhooks.reactivateAndCatchUp,
    answers: {
      "webhooks.missed": [
        { endpointId: records.pausedEndpoint.id, since: records.pausedEndpoint.createdAt, count: 3 },
      ],
      "webhooks.reactivate": records.endpoint,
    },
  },
  "start a webhook catch-up": {
    submit: "features/webhooks/catch-up/catch-up-dialog.tsx#start",
    sends: "webhooks.startCatchUp",
    element: dialog((props) => <CatchUpDialog {...props} id={records.endpoint.id} />),
    prepare: () => screen.findByText("3 deliveries will be sent."),
    button: words.webhooks.catchUpSubmit,
    answers: { "webhooks.catchUpCount": { count: 3 }, "webhooks.startCatchUp": { count: 3 } },
  },
  "stop a webhook catch-up": {
    submit: "features/webhooks/catch-up/catch-up-progress.tsx#stop",
    sends: "webhooks.stopCatchUp",
    element: <CatchUpProgress endpoint={records.endpoint} onCatchUp={ignore} />,
    button: words.webhooks.catchUpStop,
    answers: { "webhooks.catchUp": records.catchUp, "webhooks.stopCatchUp": records.catchUp },
  },
  "replay a webhook delivery": {
    submit: "features/webhooks/deliveries/details/replay.tsx#replay",
    sends: "webhooks.replay",
    element: <Replay delivery={records.delivery} />,
    button: words.webhooks.replay,
    answers: { "webhooks.replay": { ...records.delivery, status: "pending" } },
  },
  "try waiting webhook deliveries now": {
    submit: "features/webhooks/deliveries/try-now.tsx#retry",
    sends: "webhooks.retryNow",
    element: <TryNow id={records.endpoint.id} />,
    button: words.webhooks.tryNow,
    answers: { "webhooks.retryNow": { count: 3 } },
  },
  "snooze what needs attention": {
    submit: "features/attention/use-put-aside.ts#snooze",
    sends: "attention.snooze",
    element: <AttentionList items={[records.attentionItem]} />,
    prepare: () => press(words.attention.more.replace("{name}", records.attentionItem.subject.name)),
    role: "menuitem",
    button: words.attention.snooze,
    answers: { "attention.snooze": records.attentionItem },
  },
  "mute what needs attention": {
    submit: "features/attention/use-put-aside.ts#mute",
    sends: "attention.mute",
    element: <AttentionList items={[records.attentionItem]} />,
    prepare: () => press(words.attention.more.replace("{name}", records.attentionItem.subject.name)),
    role: "menuitem",
    button: words.attention.mute,
    answers: { "attention.mute": records.attentionItem },
  },
  "show again what was snoozed": {
    submit: "features/attention/use-put-aside.ts#unsnooze",
    sends: "attention.unsnooze",
    element: (
      <AttentionAside snoozed={[{ ...records.attentionItem, snoozedUntil: "2099-01-01T00:00:00.000Z" }]} />
    ),
    button: `${words.attention.showAgain}: ${records.attentionItem.subject.name}`,
    answers: { "attention.list": [], "attention.unsnooze": null },
  },
  "show again what was muted": {
    submit: "features/attention/use-put-aside.ts#unmute",
    sends: "attention.unmute",
    element: <AttentionAside snoozed={[]} />,
    button: `${words.attention.showAgain}: ${records.attentionItem.subject.name}`,
    answers: { "attention.list": [records.attentionItem], "attention.unmute": null },
  },
  "add a card": {
    submit: "features/payments/cards/use-add-card.ts",
    sends: "payments.methods.create",
    element: <SavedCards cardPageId={null} hasLeft={false} />,
    button: words.payments.add,
    answers: { "payments.methods.create": { url: "#card-page" } },
  },
  "order a basket": {
    submit: "features/checkout/use-checkout.ts#order",
    sends: "orders.placeBasket",
    before: () => fillBasket(basketItem("new.example.com")),
    element: <BasketPage />,
    button: "Order for €10.00",
    answers: { "orders.previewBasket": quoteOf, "orders.placeBasket": records.unpaidOrder },
  },
  "pay an order": {
    submit: "features/orders/pay-order.tsx#pay",
    sends: "orders.pay",
    element: <OrderPage id={records.unpaidOrder.id} />,
    button: "Pay €11.90",
    answers: { "orders.get": records.unpaidOrder, "orders.pay": records.unpaidOrder },
  },
  "settle a lost dispute": {
    submit: "features/orders/pay-order.tsx#pay",
    sends: "orders.settle",
    element: <OrderPage id={records.unsettledOrder.id} />,
    button: "Pay €11.90",
    answers: { "orders.get": records.unsettledOrder, "orders.settle": records.unpaidOrder },
  },
  "make a card the default": {
    submit: "features/payments/cards/use-make-default.ts",
    sends: "payments.methods.update",
    element: <SavedCards cardPageId={null} hasLeft={false} />,
    prepare: () => press(words.payments.actsOn.replace("{card}", "Mastercard ending in 4444")),
    role: "menuitem",
    button: words.payments.makeDefault,
    answers: { "payments.methods.update": records.otherCard },
  },
  "retry failed renewals": {
    submit: "features/payments/renewals/retry-renewals-dialog.tsx#RetryRenewalsDialog",
    sends: "orders.retryRenewals",
    element: dialog((props) => <RetryRenewalsDialog {...props} unpaid={records.unpaidRenewals} />),
    button: words.payments.confirm.retryRenewals.submit.replace("{total}", "€28.28"),
    answers: { "orders.retryRenewals": records.unpaidRenewals },
  },
  "remove a card": {
    submit: "features/payments/cards/remove-card-dialog.tsx#RemoveCardDialog",
    sends: "payments.methods.delete",
    element: dialog((props) => <RemoveCardDialog {...props} card={records.card} cards={[records.card]} />),
    button: words.payments.confirm.removeCard.submit,
    answers: { "payments.methods.delete": null },
  },
  "refund a payment": {
    submit: "features/payments/refund/refund-dialog.tsx#refund",
    sends: "orders.refund",
    element: dialog((props) => <RefundDialog {...props} payment={records.paymentDetails} />),
    button: words.payment.refundFor.replace("{amount}", "€5.00"),
    answers: {
      "orders.previewRefund": { ...records.refundPreview, amountCents: 500, lines: [] },
      "orders.refund": [],
    },
  },
  "request a refund": {
    submit: "features/payments/refund/request-refund-dialog.tsx#request",
    sends: "orders.requestRefund",
    element: dialog((props) => <RequestRefundDialog {...props} payment={records.paymentDetails} />),
    prepare: () => type(words.payment.requestReason, "Bought by mistake"),
    button: words.payment.request,
    answers: { "orders.requestRefund": records.failedRefund },
  },
  "decline a request for a refund": {
    asks: true,
    submit: "features/operator/reason-dialog.tsx#decide",
    sends: "operator.declineRefund",
    element: dialog((props) => <ReasonDialog {...props} id={records.failedRefund.id} verb="decline" />),
    prepare: () => type(words.operator.reason, "Used for months"),
    button: words.operator.decline,
    answers: { "operator.declineRefund": records.failedRefund },
  },
  "refund a payment as an operator": {
    asks: true,
    submit: "features/operator/operator-refund-dialog.tsx#refund",
    sends: "operator.refund",
    element: dialog((props) => <OperatorRefundDialog {...props} payment={records.operatorPayment} />),
    prepare: async () => {
      fireEvent.click(await screen.findByRole("checkbox", { name: /^Renewal of example\.com/ }));
      await type(words.operator.reason, "Known customer");
    },
    button: words.payment.refundFor.replace("{amount}", "€5.00"),
    answers: {
      "operator.previewRefund": { ...records.refundPreview, amountCents: 500, lines: [] },
      "operator.refund": [],
    },
  },
  "release a payment": {
    asks: true,
    submit: "features/operator/reason-dialog.tsx#decide",
    sends: "operator.release",
    element: dialog((props) => <ReasonDialog {...props} id={records.operatorPayment.id} verb="release" />),
    prepare: () => type(words.operator.reason, "Known customer"),
    button: words.operator.release,
    answers: { "operator.release": records.operatorPayment },
  },
  "record a refund as paid": {
    asks: true,
    submit: "features/operator/reason-dialog.tsx#decide",
    sends: "operator.retryRefund",
    element: dialog((props) => <ReasonDialog {...props} id={records.failedRefund.id} verb="settle" />),
    prepare: () => type(words.operator.reason, "Bank transfer"),
    button: words.operator.settle,
    answers: { "operator.retryRefund": records.failedRefund },
  },
  "retry a refund": {
    submit: "features/operator/payment-drawer.tsx#retry",
    sends: "operator.retryRefund",
    element: <OneRefund refund={records.failedRefund} />,
    button: words.operator.retry,
    answers: {
      "operator.retryRefund": records.failedRefund,
      "operator.payments": { payments: [], nextCursor: null },
    },
  },
  "create an API key": {
    asks: true,
    submit: "features/api-keys/new/new-api-key.tsx#create",
    sends: "apiKeys.create",
    element: <NewApiKey />,
    prepare: async () => {
      await type(words.apiKeys.name, "Deploy");
      await press(words.apiKeys.preset_everything);
      await type(words.apiKeys.monthlyLimit.replace("{currency}", "EUR"), "50");
    },
    button: words.apiKeys.create,
    answers: { "apiKeys.create": { ...records.apiKey, key: "zp_secret" } },
  },
  "edit an API key": {
    submit: "features/api-keys/edit-api-key-dialog.tsx#update",
    sends: "apiKeys.update",
    element: dialog((props) => <EditApiKeyDialog {...props} apiKey={records.apiKey} />),
    button: words.apiKeys.save,
    answers: { "apiKeys.update": records.apiKey },
  },
  "revoke an API key": {
    submit: "features/api-keys/revoke-api-key-dialog.tsx#RevokeApiKeyDialog",
    sends: "apiKeys.revoke",
    element: dialog((props) => <RevokeApiKeyDialog {...props} apiKey={records.apiKey} />),
    prepare: () => type(words.apiKeys.confirm.revoke.typed.replace("{words}", "Deploy"), "Deploy"),
    button: words.apiKeys.confirm.revoke.submit,
    answers: { "apiKeys.revoke": null, "apiKeys.list": [records.apiKey] },
  },
  "turn on an API key": {
    submit: "features/api-keys/reactivate-api-key-dialog.tsx#ReactivateApiKeyDialog",
    sends: "apiKeys.reactivate",
    element: dialog((props) => <ReactivateApiKeyDialog {...props} apiKey={records.apiKey} />),
    button: words.apiKeys.confirm.reactivate.submit,
    answers: { "apiKeys.reactivate": records.apiKey },
  },
  "roll an API key": {
    submit: "features/api-keys/roll-api-key-dialog.tsx#roll",
    sends: "apiKeys.roll",
    element: dialog((props) => <RollApiKeyDialog {...props} apiKey={records.apiKey} />),
    button: words.apiKeys.rollConfirm,
    answers: { "apiKeys.roll": { ...records.apiKey, key: "zp_secret" } },
  },
  "invite a person": {
    asks: true,
    submit: "features/people/invite-dialog.tsx#invite",
    sends: "invitations.create",
    element: dialog((props) => <InviteDialog {...props} place={records.session.session} />),
    prepare: () => type(words.people.email, "cleo@example.com"),
    button: words.people.sendInvitation,
    answers: { "invitations.create": records.invitation },
  },
  "resend an invitation": {
    submit: "features/people/invitations.tsx#resend",
    sends: "invitations.resend",
    element: <Invitations place={records.session.session} />,
    button: words.people.resendTo.replace("{email}", records.invitation.email),
    answers: { "invitations.resend": records.invitation },
  },
  "cancel an invitation": {
    submit: "features/people/confirmations.tsx#CancelInvitationDialog",
    sends: "invitations.cancel",
    element: dialog((props) => <CancelInvitationDialog {...props} invitation={records.invitation} />),
    button: words.people.confirm.cancelInvitation.submit,
    answers: { "invitations.cancel": records.invitation },
  },
  "change a member's role": {
    submit: "features/people/change-member-dialog.tsx#change",
    sends: "members.update",
    element: dialog((props) => (
      <ChangeMemberDialog {...props} place={records.session.session} member={records.member} isSelf={false} />
    )),
    button: words.people.save,
    answers: { "members.update": records.member },
  },
  "remove a member": {
    submit: "features/people/confirmations.tsx#RemoveMemberDialog",
    sends: "members.remove",
    element: dialog((props) => (
      <RemoveMemberDialog {...props} member={records.member} workspaceName="Acme" />
    )),
    button: words.people.confirm.removeMember.submit,
    answers: { "members.remove": null },
  },
  "transfer the ownership": {
    submit: "features/people/ownership-transfer-dialog.tsx#handOver",
    sends: "workspace.transferOwnership",
    element: dialog((props) => (
      <OwnershipTransferDialog {...props} workspaceName="Acme" others={[records.member]} />
    )),
    prepare: async () => {
      fireEvent.click(await screen.findByRole("combobox", { name: words.people.newOwner }));
      fireEvent.click(await screen.findByRole("option", { hidden: true }));
      await type(words.people.handOverType.replace("{workspace}", "Acme"), "Acme");
    },
    button: words.people.handOverConfirm,
    answers: { "workspace.transferOwnership": {} },
  },
  "save the profile": {
    asks: true,
    submit: "features/profile/profile-page.tsx#save",
    sends: "me.update",
    element: <ProfilePage />,
    prepare: () => type(words.profile.name, "Ada Lovelace"),
    region: words.profile.you,
    button: words.profile.save,
    answers: { "me.update": records.profile },
  },
  "download one's data": {
    submit: "features/profile/account-export.tsx#download",
    sends: "/me/export",
    element: <AccountExport />,
    button: words.profile.exportButton,
    // A download takes the window of these tests to the file.
    before: () => void vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue(),
    answers: { "/me/export": {} },
  },
  "choose notifications": {
    asks: true,
    submit: "features/profile/notifications.tsx#save",
    sends: "me.updateNotifications",
    element: <Notifications />,
    prepare: async () =>
      fireEvent.change(await screen.findByRole("combobox", { name: words.profile.topic_expiry }), {
        target: { value: "digest" },
      }),
    button: words.profile.save,
    answers: {
      "me.notifications": notificationSettings("none"),
      "me.updateNotifications": notificationSettings("digest"),
    },
  },
  "change the email address": {
    asks: true,
    submit: "features/profile/change-email-dialog.tsx#change",
    sends: "/auth/email/change",
    element: dialog((props) => <ChangeEmailDialog {...props} current="ada@example.com" />),
    prepare: () => type(words.profile.newEmail, "new@example.com"),
    button: words.profile.sendEmailLink,
    answers: { "/auth/email/change": {} },
  },
  "change the password": {
    asks: true,
    submit: "features/security/password-dialog.tsx#change",
    sends: "/auth/password/change",
    element: dialog((props) => (
      <PasswordDialog {...props} email="ada@example.com" hasPassword={false} onChanged={ignore} />
    )),
    prepare: () => type(words.security.newPassword, "a long enough password 7!"),
    button: words.security.setPassword,
    answers: { "/auth/password/change": {} },
  },
  "set up the second factor": {
    submit: "features/security/second-factor-part.tsx#enable",
    sends: "/auth/two-factor/enable",
    element: <SecondFactorPart profile={records.profile} />,
    button: words.security.setUp,
    answers: { "/auth/two-factor/enable": { totpUri: "otpauth://totp/x", secret: "ABC" } },
  },
  "confirm the second factor": {
    submit: "features/security/set-up-second-factor-dialog.tsx#confirm",
    sends: "/auth/two-factor/confirm",
    element: dialog((props) => (
      <SetUpSecondFactorDialog
        {...props}
        enrolment={{ totpUri: "otpauth://totp/x", secret: "ABC" }}
        onClosed={ignore}
      />
    )),
    prepare: () => type(words.security.firstCode, "123456"),
    button: words.security.turnOn,
    answers: { "/auth/two-factor/confirm": { backupCodes: ["one"] } },
  },
  "turn off the second factor": {
    submit: "features/security/disable-second-factor-dialog.tsx#disable",
    sends: "/auth/two-factor/disable",
    element: dialog((props) => <DisableSecondFactorDialog {...props} />),
    prepare: () => type(words.security.code, "123456"),
    button: words.security.turnOff,
    answers: { "/auth/two-factor/disable": {} },
  },
  "generate new backup codes": {
    submit: "features/security/second-factor-part.tsx#renew",
    sends: "/auth/two-factor/backup-codes",
    element: (
      <SecondFactorPart
        profile={{ ...records.profile, user: { ...records.profile.user, twoFactorEnabled: true } }}
      />
    ),
    button: words.security.newCodes,
    answers: { "/auth/two-factor/backup-codes": { backupCodes: ["one"] } },
  },
  "sign out one device": {
    submit: "features/security/sign-ins.tsx#revoke",
    sends: "me.revokeSession",
    element: <SignIns />,
    button: words.security.endOf.replace("{device}", words.security.deviceUnknown),
    answers: { "me.revokeSession": null },
  },
  "sign out other devices": {
    submit: "features/security/sign-ins.tsx#revokeOthers",
    sends: "me.revokeOtherSessions",
    element: <SignIns />,
    button: words.security.signOutElsewhere,
    answers: { "me.revokeOtherSessions": null },
  },
  "remove the trusted browsers": {
    submit: "features/security/trusted-browsers.tsx#forget",
    sends: "me.forgetDevices",
    element: <TrustedBrowsers count={1} />,
    button: words.security.forgetAll,
    answers: { "me.forgetDevices": null },
  },
  "confirm it's you": {
    submit: "features/step-up/step-up-dialog.tsx#confirm",
    sends: "/auth/step-up",
    element: dialog((props) => <StepUpDialog {...props} onConfirmed={props.onClose} />),
    prepare: () => type(words.stepUp.password, "password"),
    button: words.stepUp.confirm,
    answers: { "/auth/step-up": {} },
  },
  "sign in again to confirm": {
    submit: "features/step-up/step-up-dialog.tsx",
    sends: "/auth/sign-out",
    element: dialog((props) => <StepUpDialog {...props} onConfirmed={props.onClose} />),
    button: words.stepUp.signInAgain,
    answers: { "/auth/sign-out": {} },
  },
  "rename the workspace": {
    asks: true,
    submit: "features/workspace/workspace-page.tsx#save",
    sends: "workspace.update",
    element: <WorkspacePage />,
    prepare: async () =>
      fireEvent.change(await screen.findByRole("textbox", { name: words.workspace.name }), {
        target: { value: "Acme Ltd" },
      }),
    button: words.workspace.save,
    answers: { "workspace.update": records.workspace },
  },
  "change the default nameservers": {
    submit: "features/workspace/workspace-page.tsx#saveNameservers",
    sends: "workspace.update",
    element: <WorkspacePage />,
    prepare: async () =>
      fireEvent.change(await screen.findByRole("textbox", { name: words.workspace.nameservers }), {
        target: { value: "ns1.example.net\nns2.example.net" },
      }),
    button: words.workspace.saveNameservers,
    answers: { "workspace.update": records.workspace },
  },
  "change the billing profile": {
    asks: true,
    submit: "features/payments/billing/edit-billing-profile-dialog.tsx#save",
    sends: "payments.billing.update",
    element: dialog((props) => <EditBillingProfileDialog {...props} profile={records.billing} />),
    prepare: () => type(words.billing.vatId, "ATU12345678"),
    button: words.billing.save,
    answers: { "payments.billing.update": records.billing },
  },
  "leave the workspace": {
    submit: "features/workspace/leave-workspace-dialog.tsx#LeaveWorkspaceDialog",
    sends: "me.leaveWorkspace",
    element: dialog((props) => <LeaveWorkspaceDialog {...props} workspace={records.workspace} />),
    button: words.workspace.confirm.leave.submit,
    answers: { "me.leaveWorkspace": null },
  },
  "delete the account": {
    submit: "features/profile/delete-own-account-dialog.tsx#DeleteOwnAccountDialog",
    sends: "me.requestDeletion",
    element: dialog((props) => <DeleteOwnAccountDialog {...props} />),
    button: words.profile.confirm.deleteAccount.submit,
    answers: { "me.requestDeletion": records.profile },
  },
  "keep the account": {
    submit: "features/shell/deletion-notice.tsx#keep",
    sends: "me.undoDeletion",
    element: <DeletionNotice deletesAt="2026-12-06T12:00:00.000Z" />,
    button: words.shell.keepAccount,
    answers: { "me.undoDeletion": records.profile },
  },
  "switch the workspace": {
    submit: "features/workspace/use-switch-workspace.ts",
    sends: "me.switchWorkspace",
    element: <NoWorkspace />,
    button: words.workspace.goTo.replace("{name}", "Other"),
    answers: { "me.switchWorkspace": {} },
  },
  "sign out": {
    submit: "features/sign-in/use-sign-out.ts",
    sends: "/auth/sign-out",
    element: <NoWorkspace />,
    button: words.workspace.signOut,
    answers: { "/auth/sign-out": {} },
  },
  "advance the clock": {
    submit: "features/sandbox/advance-clock-dialog.tsx#advance",
    sends: "/sandbox/clock/advance",
    element: dialog((props) => <AdvanceClockDialog {...props} />),
    button: words.sandbox.advance,
    answers: { "/sandbox/clock/advance": {} },
  },
  "sign in": {
    submit: "app/sign-in/_parts/use-sign-in.ts#withPassword",
    sends: "/auth/sign-in/email",
    element: <SignInForm words={words.signIn} next="/domains" sandbox={false} providers={[]} />,
    prepare: async () => {
      await type(words.signIn.email, "ada@example.com");
      await type(words.signIn.password, "password");
    },
    button: words.signIn.submit,
  },
  "get a sign-in link": {
    submit: "app/sign-in/_parts/use-sign-in.ts#withLink",
    sends: "/auth/magic-link/send",
    element: signInForm,
    prepare: async () => {
      await type(words.signIn.email, "ada@example.com");
      await press(words.signIn.useLink);
    },
    button: words.signIn.sendLink,
    answers: { "/auth/magic-link/send": {} },
  },
  "sign in with an emailed link": {
    submit: "app/sign-in/link/_parts/sign-in-link.tsx#signIn",
    sends: "/auth/magic-link/redeem",
    before: () => window.location.assign(`#token=${token}`),
    element: <SignInLink />,
    button: words.signInLink.submit,
    answers: { "/auth/magic-link/redeem": {} },
  },
  "sign in with an emailed code": {
    submit: "app/sign-in/_parts/link-code.tsx#enter",
    sends: "/auth/magic-link/code",
    element: <LinkCode words={words.signIn} email="ada@example.com" />,
    prepare: () => type(words.signIn.code, "123 456"),
    button: words.signIn.enterCode,
    answers: { "/auth/magic-link/code": {} },
  },
  "sign in with a provider": {
    submit: "app/sign-in/_parts/use-sign-in.ts#withProvider",
    sends: "/auth/sign-in/social",
    element: signInForm,
    button: "GitHub",
    answers: { "/auth/sign-in/social": {} },
  },
  "sign in again": {
    submit: "features/sign-in/sign-in-again-dialog.tsx#withPassword",
    sends: "/auth/sign-in/email",
    element: dialog((props) => signInAgain(props)),
    prepare: () => type(words.signInAgain.password, "password"),
    button: words.signInAgain.submit,
  },
  "get a link to sign in again": {
    submit: "features/sign-in/sign-in-again-dialog.tsx#withLink",
    sends: "/auth/magic-link/send",
    element: dialog((props) => signInAgain(props)),
    button: words.signInAgain.useLink,
    answers: { "/auth/magic-link/send": {} },
  },
  "sign in again with an emailed code": {
    submit: "features/sign-in/sign-in-again-dialog.tsx#withCode",
    sends: "/auth/magic-link/code",
    element: dialog((props) => signInAgain(props)),
    prepare: async () => {
      await press(words.signInAgain.useLink);
      await type(words.signInAgain.emailedCode, "123 456");
    },
    button: words.signInAgain.submit,
    answers: { "/auth/magic-link/send": {}, "/auth/magic-link/code": {} },
  },
  "enter the second factor again": {
    submit: "features/sign-in/sign-in-again-dialog.tsx#verify",
    sends: "/auth/two-factor/verify-totp",
    element: dialog((props) => signInAgain(props, true)),
    prepare: () => type(words.signInAgain.code, "123456"),
    button: words.signInAgain.verify,
    answers: { "/auth/two-factor/verify-totp": {} },
  },
  "enter the second factor": {
    submit: "app/auth/2fa-verify/_parts/second-factor.tsx#verify",
    sends: "/auth/two-factor/verify-backup-code",
    element: <SecondFactor next="/domains" isSignedOut={false} />,
    prepare: async () => {
      await press(words.secondFactor.useBackupCode);
      await type(words.secondFactor.backupCode, "abcdefgh234567ab");
    },
    button: words.secondFactor.verify,
    answers: { "/auth/two-factor/verify-backup-code": {} },
  },
  "sign in as someone else": {
    submit: "app/auth/2fa-verify/_parts/second-factor.tsx#signOut",
    sends: "/auth/sign-out",
    element: <SecondFactor next="/domains" isSignedOut={false} />,
    button: words.secondFactor.signOut,
    answers: { "/auth/sign-out": {} },
  },
  "confirm a new email address": {
    submit: "app/auth/email-change/_parts/email-change.tsx#confirm",
    sends: "/auth/email/confirm",
    before: () => window.location.assign(`#token=${token}`),
    element: <EmailChange />,
    button: words.emailChange.confirm,
    answers: { "/auth/email/confirm": {} },
  },
  "confirm mail forwarding": {
    submit: "app/auth/mail-forwarding/_parts/mail-forwarding.tsx#confirm",
    sends: "/auth/mail-forwarding/confirm",
    before: () => window.location.assign(`#token=${token}`),
    element: <MailForwarding />,
    button: words.mailForwarding.confirm,
    answers: {
      "/auth/mail-forwarding/read": heldForwarding("waiting_for_confirmation"),
      "/auth/mail-forwarding/confirm": heldForwarding("active"),
    },
  },
  "stop mail forwarding": {
    submit: "app/auth/mail-forwarding/_parts/mail-forwarding.tsx#stop",
    sends: "/auth/mail-forwarding/stop",
    before: () => window.location.assign(`#token=${token}`),
    element: <MailForwarding />,
    button: words.mailForwarding.stop,
    answers: {
      "/auth/mail-forwarding/read": heldForwarding("active"),
      "/auth/mail-forwarding/stop": heldForwarding("stopped"),
    },
  },
  "ask for a new password": {
    submit: "app/auth/password-reset/_parts/password-reset.tsx#requestLink",
    sends: "/auth/password/reset-request",
    element: <PasswordReset sandbox={false} />,
    prepare: () => type(words.passwordReset.email, "ada@example.com"),
    button: words.passwordReset.send,
    answers: { "/auth/password/reset-request": {} },
  },
  "choose a new password": {
    submit: "app/auth/password-reset/_parts/password-reset.tsx#choose",
    sends: "/auth/password/reset",
    before: () => window.location.assign(`#token=${token}`),
    element: <PasswordReset sandbox={false} />,
    prepare: () => type(words.passwordReset.newPassword, "a long enough password 7!"),
    button: words.passwordReset.change,
    answers: { "/auth/password/reset": {} },
  },
  "join a workspace": {
    submit: "app/invitations/[id]/_parts/use-join.ts",
    sends: "/auth/invitations/accept",
    element: (
      <JoinAsNewPerson
        link={{ id: "inv_1", token: "abc" }}
        email="cleo@example.com"
        workspaceName="Acme"
        providers={[]}
        forget={ignore}
        onChanged={ignore}
      />
    ),
    prepare: async () => {
      await type(words.invitation.name, "Cleo");
      fireEvent.click(await screen.findByRole("radio", { name: words.invitation.withoutPassword }));
    },
    button: words.invitation.join.replace("{workspace}", "Acme"),
    answers: { "/auth/invitations/accept": {} },
  },
  "create a zone": {
    submit: "features/zones/creation/new-zone.tsx#create",
    sends: "zones.create",
    element: <NewZone name="example.com" />,
    prepare: () => press(words.zones.preview),
    button: words.zones.create,
    answers: {
      "zones.previewCreation": {
        dryRun: true,
        name: "example.com",
        basis: "held",
        nameservers: records.zone.nameservers,
        diff: [],
        warnings: [],
        skipped: [],
      },
      "zones.create": records.zone,
    },
  },
  "publish changes of records": {
    submit: "features/zones/review/review-dialog.tsx#publish",
    sends: "zones.change",
    element: dialog((props) => (
      <ReviewDialog
        {...props}
        zoneName="example.com"
        records={records.zoneRecords}
        draft={[{ name: "www", type: "A", before: null, after: null }]}
        onEdit={ignore}
        onPublished={ignore}
      />
    )),
    button: words.zoneRecords.publish,
    answers: {
      "zones.previewChange": records.zoneChange,
      "zones.change": { ...records.zoneChange, version: 4 },
    },
  },
  "import records": {
    asks: true,
    submit: "features/zones/review/import-dialog.tsx#run",
    sends: "zones.import",
    element: dialog((props) => <ImportDialog {...props} zoneName="example.com" text="" hasDraft={false} />),
    prepare: () => type(words.zoneRecords.zoneFile, "www 3600 IN A 192.0.2.1"),
    button: words.zoneRecords.publish,
    answers: {
      "zones.previewImport": { ...records.zoneChange, skipped: [] },
      "zones.import": { ...records.zoneChange, version: 4, skipped: [] },
    },
  },
  "restore a version of a zone": {
    submit: "features/zones/history/restore-version-dialog.tsx#restore",
    sends: "zones.restore",
    element: dialog((props) => (
      <RestoreVersionDialog {...props} zoneName="example.com" version={2} onRestored={ignore} />
    )),
    button: words.zoneHistory.restoreSubmit,
    answers: {
      "zones.previewRestore": records.zoneChange,
      "zones.restore": { ...records.zoneChange, version: 4 },
    },
  },
  "delete a zone": {
    submit: "features/zones/settings/delete-zone-dialog.tsx#remove",
    sends: "zones.delete",
    element: dialog((props) => <DeleteZoneDialog {...props} zone={records.zone} />),
    prepare: () => type(words.zones.typeName.replace("{name}", records.zone.name), records.zone.name),
    button: words.zones.delete,
    answers: { "zones.delete": null },
  },
};
