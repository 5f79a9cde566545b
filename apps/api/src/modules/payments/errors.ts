import { AppError, declareError } from "../../kernel/errors.ts";
import { ProcessorError } from "./ports.ts";

export const paymentsOff = declareError("conflict", "payments_off", {
  message: "Your administrator has turned payments off. Nothing is charged here, so no card is needed.",
  cause: "This installation charges no one: its operator has turned payments off.",
  fix: "No action is needed. Orders are carried out without a payment.",
});

export const paymentMethodLimitReached = declareError("conflict", "payment_method_limit", {
  message: (limit: number) =>
    `This workspace has reached its limit of ${limit} saved cards. Remove one first.`,
  cause: "The workspace has as many saved cards as a workspace can have.",
  fix: "Remove a card that is no longer used.",
});

export const lastPaymentMethod = declareError("conflict", "last_payment_method", {
  message: (domainCount: number, mailPlanCount: number) => {
    const renewed = [countOf(domainCount, "domain"), countOf(mailPlanCount, "mail plan")].filter(Boolean);
    const verb = domainCount + mailPlanCount === 1 ? "auto-renews" : "auto-renew";
    return `This is the last saved card, and ${renewed.join(" and ")} ${verb} with it. Add another card first, or turn off auto-renew.`;
  },
  cause:
    "The card is the last one, and at least one domain or mail plan auto-renews. Without a card, its renewal could not be paid.",
  fix: "Add another card first, or turn off auto-renew for all domains and mail plans.",
});

const countOf = (count: number, thing: string): string =>
  count === 0 ? "" : count === 1 ? `a ${thing}` : `${count} ${thing}s`;

export const removalUnconfirmed = declareError("unavailable", "processor_outcome_unknown", {
  message:
    "The payment processor didn't confirm the removal, so the card may already be removed. Look at the saved cards, and remove it again if it is still there.",
  options: (cause: unknown) => ({ retryAfterSeconds: 10, cause }),
  cause: "The card's removal was sent, but the payment processor did not confirm it.",
  fix: "List the saved cards after the seconds in Retry-After. If the card is still there, remove it again.",
});

export const cardPageLimitReached = declareError("conflict", "card_page_limit", {
  message: (limit: number) =>
    `This workspace has ${limit} saved cards and open card pages, which is the limit. Enter the card on a page that is open, or try again tomorrow: a page expires after a day.`,
  cause: "The workspace has as many saved cards and open card pages as a workspace can have.",
  fix: "Enter the card on a page that is still open. A page expires after a day, and then no longer counts.",
});

export const chargeUnderWay = declareError("conflict", "payment_in_progress", {
  message: "This payment is being charged. Wait a minute, then check its status before you try again.",
  cause: "Another request is charging this payment, or its outcome is not known yet.",
  fix: "Wait a minute, then GET the payment. Try again if it has not been received by then.",
});

export const paymentEnded = declareError("conflict", "payment_ended", {
  message: "The order of this payment has ended, so it can't be paid anymore. Place a new order.",
  cause: "The order of this payment was canceled, for instance because another order replaced it.",
  fix: "Place a new order.",
});

export const noticeRefused = declareError("malformed", "invalid_signature", {
  message: "The signature is missing, wrong or too old.",
  options: (cause: unknown) => ({ cause }),
  cause: "A notice was not signed by the payment processor, or more than five minutes ago.",
  fix: "Check that STRIPE_WEBHOOK_SECRET is the signing secret of this endpoint, and that the server's clock is right.",
});

const processorUnavailable = declareError("unavailable", "processor_unavailable", {
  message: "The payment processor isn't responding. Nothing was changed. Try again.",
  options: (cause: unknown) => ({ retryAfterSeconds: 10, cause }),
  cause: "The payment processor is not responding. Nothing was changed.",
  fix: "Try again after the seconds in Retry-After.",
});

/** The form that callers see. A request that the processor doesn't accept is our mistake, and stays unknown. */
export function processorFailure(error: unknown): unknown {
  if (!(error instanceof ProcessorError)) {
    return error;
  }
  switch (error.reason) {
    case "declined":
      return new AppError("payment_required", "card_declined", error.message, { cause: error });
    case "unavailable":
    case "misconfigured":
      return processorUnavailable(error);
    default:
      return error;
  }
}

export const paymentNotPaid = declareError("conflict", "payment_not_received", {
  message: "This payment isn't paid, so it can't be refunded.",
  cause: "The payment isn't paid, so there is nothing to refund.",
  fix: "Wait until it is paid. An order that isn't paid within 24 hours is canceled automatically.",
});

export const paymentDisputed = declareError("conflict", "payment_disputed", {
  message: "The cardholder has disputed this payment, so it can't be refunded.",
  cause:
    "The cardholder has disputed the payment, or a dispute was lost. The bank has already withdrawn the money.",
  fix: "Wait until the dispute is closed. If it is won, the payment can be refunded.",
});

export const refundTooLarge = declareError("conflict", "refund_too_large", {
  message: (leftCents: number) =>
    leftCents === 0
      ? "All of this payment has been refunded, or is being refunded."
      : `Only ${leftCents} cents of this payment are left to refund.`,
  cause:
    "The payment has less money left than you want to refund. Someone else may have refunded it at the same time.",
  fix: "Read the payment again, and refund at most `amountCents` minus `refundedCents`. Refunds that are pending count as refunded.",
});

export const paymentNotPausedByWarning = declareError("conflict", "payment_not_paused", {
  message: "The cooldown of this payment isn't paused by a fraud warning.",
  cause: "Only a payment whose cooldown is paused by an early fraud warning can be released.",
  fix: "Read `cooldown` of the payment. A dispute can't be released: it ends when the bank decides.",
});

const refundStops = {
  retried: "This refund was already retried as another one, or settled another way.",
  pending: "This refund is on its way, so it can't be retried.",
  succeeded: "This refund has succeeded, so it can't be retried.",
  requested:
    "A workspace has requested this refund. Refund the lines of the payment, or decline the request.",
  waiting:
    "This refund is waiting for your decision, so it can't be recorded as paid another way. Retry it without settledBy to send it to the card.",
};

export const refundNotRetryable = declareError("conflict", "refund_not_retryable", {
  message: (state: keyof typeof refundStops) => refundStops[state],
  cause:
    "The refund is on its way, has succeeded, or was already retried or settled another way. A refund that waits for the operator can't be recorded as paid another way.",
  fix: "See the refunds of the payment. To start a refund that waits, send the request without `settledBy`.",
});

export const noRefundRequest = declareError("conflict", "no_refund_request", {
  message: "This refund isn't a request that waits for your decision.",
  cause: "The refund was made already, was declined, or wasn't requested by a workspace.",
  fix: "See the refunds of the payment.",
});

export const noOpenDispute = declareError("conflict", "no_open_dispute", {
  message: "This payment has no open dispute.",
  cause: "The payment has no dispute, or its dispute has been won or lost.",
  fix: "No action is needed. See `disputes` of the payment.",
});

export const operatorReleases = declareError("gone", "operator_decides", {
  message:
    "Only the operator of this installation can release a payment. Nothing was changed. Contact the operator's support.",
  cause:
    "A workspace can only refund registrations in their add grace period, up to a monthly limit, and lines that weren't carried out. The installation's operator decides about other refunds, any `amountCents`, and the release of a payment after a fraud warning.",
  fix: "Nothing was changed. Refund other lines with `lineIds`, or request the refund from the operator with `POST /payments/{id}/refund-request`.",
});
