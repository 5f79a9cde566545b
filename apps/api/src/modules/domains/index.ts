export { batchRetentionRules } from "./batches/batch-retention-rules.ts";
export { prepareContacts } from "./contacts/prepare-contacts.ts";
export { domainErasure } from "./erasure.ts";
export { createDomainSweeps, domainWorks } from "./jobs.ts";
export {
  type AutoRenewal,
  dueAutoRenewals,
  endAutoRenewal,
  findAutoRenewal,
  recordRenewalFailure,
} from "./lifecycle/auto-renewals.ts";
export { previewRegistration, registerDomain } from "./lifecycle/register-domain.ts";
export { previewRenewal, renewDomain } from "./lifecycle/renew-domain.ts";
export { previewRestore, restoreDomain } from "./lifecycle/restore-domain.ts";
export { countUndoings, findRegisteredDomain, undoRegistration } from "./lifecycle/undo-registration.ts";
export { findKnownNames } from "./model/find-known-domain.ts";
export { findOwnNames, getOwnDomain, isActiveDomain, lockOwnDomain } from "./model/get-own-domain.ts";
export { insertDomain } from "./model/insert-domain.ts";
export { findOperationOfLine } from "./model/operations.ts";
export { findDelegation } from "./nameservers/find-delegation.ts";
export type { NameserverPorts } from "./nameservers/validate-nameservers.ts";
export { listNotificationsTo } from "./notifications/list-notifications-to.ts";
export { deleteOldNotifications } from "./notifications/notification-retention-rules.ts";
export { countAutoRenewing } from "./portfolio/count-auto-renewing.ts";
export { countDomainHolds } from "./portfolio/count-domain-holds.ts";
export { findHolders, findHoldersBelow, type NameHolder } from "./portfolio/find-holders.ts";
export { importDomain } from "./portfolio/import-domain.ts";
export { listDomainConcerns } from "./portfolio/list-domain-concerns.ts";
export { listHeldTlds } from "./portfolio/list-held-tlds.ts";
export { type RenewalFilter, type RenewalRange, selectRenewals } from "./portfolio/select-renewals.ts";
export { findHeldDomain, resumeDomain, suspendDomain } from "./portfolio/suspension.ts";
export { changeTransferLock, findLockableDomain } from "./portfolio/transfer-lock.ts";
export type {
  BegunRenewal,
  DomainOfZones,
  DomainOrders,
  DomainPorts,
  DomainZones,
  EndedOperation,
  LeavingDomain,
  LineCharge,
  RefundOfDeletion,
  Registrar,
  Registrars,
  RegistryDomain,
  RenewalsWanted,
  ReturningDomain,
  ServerAwayReason,
} from "./ports.ts";
export { domainRecords } from "./record-finders.ts";
export { createBalanceKeeper } from "./registry-sync/messages/balances.ts";
export { listRegistryMessages } from "./registry-sync/messages/list-registry-messages.ts";
export { type KnownBalance, readBalances } from "./registry-sync/messages/read-balances.ts";
export { createRegistryAccounts } from "./registry-sync/registry-accounts.ts";
export { domainOperations } from "./rest.ts";
export { listWaitingChanges } from "./restored/list-waiting-changes.ts";
export { quoteCarriedOut, recordCarriedOut } from "./restored/record-carried-out.ts";
export {
  describeDifference,
  isRegistryAway,
  listHeldDomains,
  takeOverDomain,
} from "./restored/take-over-domain.ts";
export { describeDsRecord } from "./rules/ds-records.ts";
export { nextNoticeAt } from "./rules/notices.ts";
export { addYears, scheduleOf } from "./rules/schedule.ts";
export { readRenewalPrices } from "./search/quote-tlds.ts";
export { type RulesOfTlds, readTldRules } from "./tlds/read-tld-rules.ts";
export type { TldRules } from "./tlds/tld-rules.ts";
export { previewTransferIn, transferDomainIn } from "./transfers/transfer-domain-in.ts";
export { createContactsRouter, createDomainsRouter } from "./trpc.ts";
