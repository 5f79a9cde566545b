export type { EppCallOptions, EppClient, EppReply, PollMessage, TransferChange } from "./client/api.ts";
export { changeEppPassword } from "./client/change-password.ts";
export { createEppClient } from "./client/client.ts";
export {
  canBeSentAgain,
  EppConnectionError,
  EppError,
  EppOutcomeUnknownError,
  EppProtocolError,
  EppResultError,
  isEppRefusal,
} from "./client/errors.ts";
export type { EppClientOptions, EppLogEntry } from "./client/options.ts";
export { createEppPool, type EppPool, type EppPoolOptions } from "./client/pool.ts";
export type { SessionsState } from "./client/sessions.ts";
export type { BalanceInfo, BalanceInfoCommand } from "./codec/balance-info.ts";
export { EppCodecError } from "./codec/codec-error.ts";
export type {
  ContactAvailability,
  ContactCheckCommand,
  ContactCheckResult,
} from "./codec/contact/contact-check.ts";
export type { ContactCreateCommand, ContactCreateResult } from "./codec/contact/contact-create.ts";
export type { ContactDeleteCommand } from "./codec/contact/contact-delete.ts";
export type { ContactInfo, ContactInfoCommand } from "./codec/contact/contact-info.ts";
export {
  type ContactAddress,
  type ContactDisclosure,
  type ContactStatus,
  contactStatuses,
  type PhoneNumber,
  type PostalInfo,
  type PostalInfoChange,
  type PostalType,
} from "./codec/contact/contact-parts.ts";
export type { ContactTransferCommand, ContactTransferResult } from "./codec/contact/contact-transfer.ts";
export type { ContactChange, ContactUpdateCommand } from "./codec/contact/contact-update.ts";
export type {
  DomainAvailability,
  DomainCheckCommand,
  DomainCheckResult,
} from "./codec/domain/domain-check.ts";
export type { DomainCreateCommand, DomainCreateResult } from "./codec/domain/domain-create.ts";
export type { DomainDeleteCommand, DomainDeleteResult } from "./codec/domain/domain-delete.ts";
export type { DomainInfo, DomainInfoCommand } from "./codec/domain/domain-info.ts";
export {
  type DomainContact,
  type DomainStatus,
  domainStatuses,
  type HostAddress,
  type Nameserver,
  type Period,
} from "./codec/domain/domain-parts.ts";
export type { DomainRenewCommand, DomainRenewResult } from "./codec/domain/domain-renew.ts";
export type { DomainRestoreCommand, DomainRestoreResult } from "./codec/domain/domain-restore.ts";
export type { DomainTransferCommand, DomainTransferResult } from "./codec/domain/domain-transfer.ts";
export type {
  DomainUpdateCommand,
  DomainUpdateParts,
  DomainUpdateResult,
} from "./codec/domain/domain-update.ts";
export { type ServerChange, type ServerOperation, serverOperations } from "./codec/extensions/change-poll.ts";
export {
  type Fee,
  type FeeAgreement,
  type FeeCharged,
  type FeeCommandName,
  type FeeCredit,
  type FeeQuery,
  type FeeQuote,
  type FeeQuoteCommand,
  type FeeQuoteItem,
  fromMinorUnits,
  toMinorUnits,
} from "./codec/extensions/fee.ts";
export type { IdnData } from "./codec/extensions/idn.ts";
export {
  type LoginEvent,
  type LoginEventType,
  loginEventTypes,
  type UserAgent,
} from "./codec/extensions/login-security.ts";
export {
  type LowBalance,
  type Maintenance,
  maintenanceEnvironments,
  maintenancePollTypes,
} from "./codec/extensions/registry-notices.ts";
export { type RestoreReport, type RgpStatus, rgpStatuses } from "./codec/extensions/rgp.ts";
export type { DsData, KeyData, SecDnsData, SecDnsUpdate } from "./codec/extensions/sec-dns.ts";
export type { HostAvailability, HostCheckCommand, HostCheckResult } from "./codec/host/host-check.ts";
export type { HostCreateCommand, HostCreateResult } from "./codec/host/host-create.ts";
export type { HostDeleteCommand } from "./codec/host/host-delete.ts";
export type { HostInfo, HostInfoCommand } from "./codec/host/host-info.ts";
export { type HostStatus, hostStatuses } from "./codec/host/host-parts.ts";
export type { HostUpdateCommand, HostUpdateParts } from "./codec/host/host-update.ts";
export type { PendingAction } from "./codec/pending-action.ts";
export type { PollCommand, PollResult, PollSubject } from "./codec/poll.ts";
export type { Greeting } from "./codec/session/greeting.ts";
export type { LoginCommand, LoginResult } from "./codec/session/login.ts";
export type { LogoutCommand } from "./codec/session/logout.ts";
export {
  type TransferOperation,
  type TransferState,
  type TransferStatus,
  transferOperations,
  transferStatuses,
} from "./codec/transfer-data.ts";
export { namespaces } from "./namespaces.ts";
export {
  describeResultCode,
  type EppResultArea,
  type EppResultClass,
  type EppResultCode,
  isSuccessCode,
  resultCodes,
} from "./result-codes.ts";
