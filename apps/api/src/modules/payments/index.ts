export { readTaxPercent } from "./billing/read-billing-profile.ts";
export { findReceipt } from "./billing/receipts/find-receipt.ts";
export { issueReceipt, type Seller } from "./billing/receipts/issue-receipt.ts";
export { readReceiptNumbers } from "./billing/receipts/read-receipt-numbers.ts";
export { cardInWords } from "./cards/card-in-words.ts";
export { countCustomers, deleteCustomers } from "./cards/delete-customers.ts";
export { makeDefault } from "./cards/make-default.ts";
export { presentPaymentMethod } from "./cards/payment-method-row.ts";
export { returnUrlOf } from "./cards/policy.ts";
export { reconcileCard } from "./cards/reconcile-card.ts";
export { findAutomaticCharge, isBeingCharged } from "./charges/attempt-row.ts";
export { type CancelResult, cancelPayment, lockCanceledPayment } from "./charges/cancel-payment.ts";
export {
  type BegunCharge,
  beginCharge,
  type ChargeResult,
  chargeCard,
  findCardToCharge,
  runCharge,
} from "./charges/charge-card.ts";
export { getSettledPayment } from "./charges/get-payment.ts";
export { insertPayment } from "./charges/insert-payment.ts";
export { listPaymentConcerns } from "./charges/list-payment-concerns.ts";
export { countPaymentRows, listPaymentRows, type PaymentRange } from "./charges/list-payments.ts";
export { openPaymentPage } from "./charges/open-payment-page.ts";
export { readLastFailures } from "./charges/read-last-failures.ts";
export { settleUnpaidAttempts } from "./charges/settle-open-attempts.ts";
export { settlePayment } from "./charges/settle-payment.ts";
export { takeOverCharge } from "./charges/take-over-charge.ts";
export { hasOpenOrLostDispute } from "./disputes/has-open-or-lost-dispute.ts";
export { readLoss } from "./disputes/read-loss.ts";
export { paymentErasure } from "./erasure.ts";
export { chargeUnderWay, refundNotRetryable, refundTooLarge } from "./errors.ts";
export { createPaymentSweeps, paymentWorks } from "./jobs.ts";
export { exportWholeLedger } from "./ledger/export-ledger.ts";
export { postGivenAway, postGivenAwayReturned } from "./ledger/post-given-away.ts";
export { postRegistryAccrual, postRegistryCost } from "./ledger/post-registry-cost.ts";
export { postSettledLoss } from "./ledger/post-settled-loss.ts";
export { recordRegistryDeposit } from "./ledger/record-registry-deposit.ts";
export { listRefundsOfPayment } from "./model/list-refunds-of-payment.ts";
export {
  getOwnPayment,
  lockPayment,
  type PaymentRow,
  paymentOfRow,
  readPayment,
  stoppedCooldownOf,
} from "./model/payment-row.ts";
export { isCounted, type RefundRow } from "./model/refund-row.ts";
export { receiveNotice } from "./notices/receive-notice.ts";
export { acceptDispute } from "./operator/accept-dispute.ts";
export {
  getPaymentForOperator,
  listPaymentsForOperator,
  operatorPaymentsListed,
} from "./operator/list-payments.ts";
export { findLastChargeAt, listWaitingMoney } from "./operator/list-waiting-money.ts";
export { releaseWarning } from "./operator/release-warning.ts";
export { countPaymentHolds } from "./paid-payments/count-payment-holds.ts";
export { findPaidIntent } from "./paid-payments/find-paid-intent.ts";
export { findPaymentOfIntent } from "./paid-payments/find-payment-of-intent.ts";
export { readDisputes, readPaymentHistory } from "./paid-payments/read-payment-history.ts";
export { reconcilePaidPayment } from "./paid-payments/reconcile-paid-payment.ts";
export { sendRefund } from "./paid-payments/send-refund.ts";
export { paymentRetentionRules } from "./payment-retention-rules.ts";
export {
  type CardPorts,
  type PaidIntent,
  type PaymentListener,
  type PaymentPorts,
  ProcessorError,
  type RegistryAccount,
  type RegistryAccounts,
  type TestCards,
} from "./ports.ts";
export type { Cost, Price } from "./prices/price.ts";
export type { PriceList } from "./prices/price-list.ts";
export { missingFixedPrices, type PricedAction, priceOf } from "./prices/price-policy.ts";
export { freeMailPlans, priceListOfRegistries, readPriceList } from "./prices/read-price-list.ts";
export { taxCentsOf } from "./prices/tax-policy.ts";
export { callProcessor, processorsOf, requireProcessor } from "./processor/call-processor.ts";
export { ensureCustomer } from "./processor/ensure-customer.ts";
export { readBooks } from "./reconciliation/read-books.ts";
export { paymentRecords } from "./record-finders.ts";
export { getRefundRow, isOwed, readLinesTakenBack } from "./refunds/read-refunds.ts";
export { recordOutsideRefund } from "./refunds/record-refunds.ts";
export {
  readRefundableCents,
  refundRefusalNow,
  requestRefund,
  requireRefundable,
} from "./refunds/request-refund.ts";
export {
  declineRefund,
  dropWaitingRefunds,
  noteRefund,
  requireRetryable,
  retryRefund,
  settleByLoss,
  settleReturned,
} from "./refunds/retry-refund.ts";
export { countUndoneRegistrations, lockUndoneRegistrations } from "./refunds/undone-registrations.ts";
export { paymentOperations } from "./rest.ts";
export { createPaymentsRouter } from "./trpc.ts";
