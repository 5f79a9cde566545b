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
export { type ServerChange, type ServerOperation, serverOperations } from "./codec/change-poll.ts";
export { EppCodecError } from "./codec/codec-error.ts";
export type { ContactAvailability, ContactCheckCommand, ContactCheckResult } from "./codec/contact-check.ts";
export type { ContactCreateCommand, ContactCreateResult } from "./codec/contact-create.ts";
export type { ContactDeleteCommand } from "./codec/contact-delete.ts";
export type { ContactInfo, ContactInfoCommand } from "./codec/contact-info.ts";
export {
  type ContactAddress,
  type ContactDisclosure,
  type ContactStatus,
  contactStatuses,
  type PhoneNumber,
  type PostalInfo,
  type PostalInfoChange,
  type PostalType,
} from "./codec/contact-parts.ts";
export type { ContactTransferCommand, ContactTransferResult } from "./codec/contact-transfer.ts";
export type { ContactChange, ContactUpdateCommand } from "./codec/contact-update.ts";
export type { DomainAvailability, DomainCheckCommand, DomainCheckResult } from "./codec/domain-check.ts";
export type { DomainCreateCommand, DomainCreateResult } from "./codec/domain-create.ts";
export type { DomainDeleteCommand, DomainDeleteResult } from "./codec/domain-delete.ts";
export type { DomainInfo, DomainInfoCommand } from "./codec/domain-info.ts";
export {
  type DomainContact,
  type DomainStatus,
  domainStatuses,
  type HostAddress,
  type Nameserver,
  type Period,
} from "./codec/domain-parts.ts";
export type { DomainRenewCommand, DomainRenewResult } from "./codec/domain-renew.ts";
export type { DomainRestoreCommand, DomainRestoreResult } from "./codec/domain-restore.ts";
export type { DomainTransferCommand, DomainTransferResult } from "./codec/domain-transfer.ts";
export type { DomainUpdateCommand, DomainUpdateParts, DomainUpdateResult } from "./codec/domain-update.ts";
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
} from "./codec/fee.ts";
export type { Greeting } from "./codec/greeting.ts";
export type { HostAvailability, HostCheckCommand, HostCheckResult } from "./codec/host-check.ts";
export type { HostCreateCommand, HostCreateResult } from "./codec/host-create.ts";
export type { HostDeleteCommand } from "./codec/host-delete.ts";
export type { HostInfo, HostInfoCommand } from "./codec/host-info.ts";
export { type HostStatus, hostStatuses } from "./codec/host-parts.ts";
export type { HostUpdateCommand, HostUpdateParts } from "./codec/host-update.ts";
export type { IdnData } from "./codec/idn.ts";
export type { LoginCommand, LoginResult } from "./codec/login.ts";
export {
  type LoginEvent,
  type LoginEventType,
  loginEventTypes,
  type UserAgent,
} from "./codec/login-security.ts";
export type { LogoutCommand } from "./codec/logout.ts";
export type { PendingAction } from "./codec/pending-action.ts";
export type { PollCommand, PollResult, PollSubject } from "./codec/poll.ts";
export {
  type LowBalance,
  type Maintenance,
  maintenanceEnvironments,
  maintenancePollTypes,
} from "./codec/registry-notices.ts";
export { type RestoreReport, type RgpStatus, rgpStatuses } from "./codec/rgp.ts";
export type { DsData, KeyData, SecDnsData, SecDnsUpdate } from "./codec/sec-dns.ts";
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
