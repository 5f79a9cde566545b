import { AppError } from "../../kernel/errors.ts";
import { ProcessorError } from "./ports.ts";

export const paymentsOff = () =>
  new AppError(
    "conflict",
    "payments_off",
    "Your administrator has turned payments off. Nothing is charged here, so no card is needed.",
  );

export const paymentMethodLimitReached = (limit: number) =>
  new AppError(
    "conflict",
    "payment_method_limit",
    `This workspace has reached its limit of ${limit} saved cards. Remove one first.`,
  );

export function lastPaymentMethod(domainCount: number, mailPlanCount: number): AppError {
  const renewed = [countOf(domainCount, "domain"), countOf(mailPlanCount, "mail plan")].filter(Boolean);
  const verb = domainCount + mailPlanCount === 1 ? "auto-renews" : "auto-renew";
  return new AppError(
    "conflict",
    "last_payment_method",
    `This is the last saved card, and ${renewed.join(" and ")} ${verb} with it. Add another card first, or turn off auto-renew.`,
  );
}

const countOf = (count: number, thing: string): string =>
  count === 0 ? "" : count === 1 ? `a ${thing}` : `${count} ${thing}s`;

export const removalUnconfirmed = (cause: unknown) =>
  new AppError(
    "unavailable",
    "processor_outcome_unknown",
    "The payment processor didn't confirm the removal, so the card may already be removed. Look at the saved cards, and remove it again if it is still there.",
    { retryAfterSeconds: 10, cause },
  );

export const cardPageLimitReached = (limit: number) =>
  new AppError(
    "conflict",
    "card_page_limit",
    `This workspace has ${limit} saved cards and open card pages, which is the limit. Enter the card on a page that is open, or try again tomorrow: a page expires after a day.`,
  );

export const chargeUnderWay = () =>
  new AppError(
    "conflict",
    "payment_in_progress",
    "This payment is being charged. Wait a minute, then check its status before you try again.",
  );

export const paymentEnded = () =>
  new AppError(
    "conflict",
    "payment_ended",
    "The order of this payment has ended, so it can't be paid anymore. Place a new order.",
  );

export const noticeRefused = (cause: unknown) =>
  new AppError("malformed", "invalid_signature", "The signature is missing, wrong or too old.", { cause });

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
      return new AppError(
        "unavailable",
        "processor_unavailable",
        "The payment processor isn't responding. Nothing was changed. Try again.",
        { retryAfterSeconds: 10, cause: error },
      );
    default:
      return error;
  }
}

export const paymentNotPaid = () =>
  new AppError("conflict", "payment_not_received", "This payment isn't paid, so it can't be refunded.");

export const paymentDisputed = () =>
  new AppError(
    "conflict",
    "payment_disputed",
    "The cardholder has disputed this payment, so it can't be refunded.",
  );

export const refundTooLarge = (leftCents: number) =>
  new AppError(
    "conflict",
    "refund_too_large",
    leftCents === 0
      ? "All of this payment has been refunded, or is being refunded."
      : `Only ${leftCents} cents of this payment are left to refund.`,
  );

export const paymentNotPausedByWarning = () =>
  new AppError(
    "conflict",
    "payment_not_paused",
    "The cooldown of this payment isn't paused by a fraud warning.",
  );

export const refundNotRetryable = (state: "retried" | "pending" | "succeeded" | "waiting") =>
  new AppError(
    "conflict",
    "refund_not_retryable",
    {
      retried: "This refund was already retried as another one, or settled another way.",
      pending: "This refund is on its way, so it can't be retried.",
      succeeded: "This refund has succeeded, so it can't be retried.",
      waiting:
        "This refund is waiting for your decision, so it can't be recorded as paid another way. Retry it without settledBy to send it to the card.",
    }[state],
  );

export const noOpenDispute = () =>
  new AppError("conflict", "no_open_dispute", "This payment has no open dispute.");

export const operatorReleases = () =>
  new AppError(
    "gone",
    "operator_decides",
    "Only the operator of this installation can release a payment. Nothing was changed. Contact the operator's support.",
  );
