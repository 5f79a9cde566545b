import type Stripe from "stripe";
import type {
  ChargeFailure,
  ProcessorDispute,
  ProcessorFraudWarning,
  ProcessorIntent,
  ProcessorPaymentPage,
  ProcessorRefund,
} from "../../modules/payments/ports.ts";
import { idOf } from "./map.ts";

/** @param intent with its latest charge expanded */
export function intentOf(intent: Stripe.PaymentIntent): ProcessorIntent {
  const { id } = intent;
  switch (intent.status) {
    case "succeeded":
      return { id, state: "succeeded", ...successOf(intent) };
    case "canceled":
      return { id, state: "canceled" };
    case "requires_action":
      return { id, state: "awaiting_customer", url: intent.next_action?.redirect_to_url?.url ?? null };
    case "requires_payment_method":
      return intent.last_payment_error === null
        ? { id, state: "unconfirmed" }
        : { id, state: "declined", ...declineOf(intent.last_payment_error) };
    case "requires_confirmation":
      return { id, state: "unconfirmed" };
    case "processing":
    case "requires_capture":
      return { id, state: "processing" };
  }
}

function successOf({ id, amount_received, currency, latest_charge, payment_method }: Stripe.PaymentIntent) {
  const card = typeof latest_charge === "string" ? null : latest_charge?.payment_method_details?.card;
  const chargeId = idOf(latest_charge);
  const cardId = idOf(payment_method);
  if (!card || chargeId === undefined || cardId === undefined) {
    throw new Error(`the payment intent ${id} has succeeded without a charge of a card`);
  }
  return {
    chargeId,
    cardId,
    card: { brand: card.brand ?? "card", last4: card.last4 ?? "" },
    amountCents: amount_received,
    currency: currency.toUpperCase(),
  };
}

function declineOf(error: Stripe.PaymentIntent.LastPaymentError) {
  const card = error.payment_method?.card;
  return {
    chargeId: error.charge ?? null,
    card: card ? { brand: card.brand, last4: card.last4 } : null,
    failure: {
      code: error.decline_code ?? error.code ?? "card_declined",
      message: error.message ?? "The card was declined.",
    },
  };
}

const pageStates = { open: "open", complete: "completed", expired: "expired" } as const;

/** @param session with its payment intent, and the intent's latest charge, expanded */
export function paymentPageOf({ status, payment_intent }: Stripe.Checkout.Session): ProcessorPaymentPage {
  return {
    state: pageStates[status ?? "open"],
    intent: payment_intent === null || typeof payment_intent === "string" ? null : intentOf(payment_intent),
  };
}

export function refundOf(refund: Stripe.Refund): ProcessorRefund {
  return {
    id: refund.id,
    state: refundState(refund.status),
    amountCents: refund.amount,
    intentId: idOf(refund.payment_intent) ?? null,
    refundId: refund.metadata?.refund ?? null,
    failure: refundFailure(refund),
  };
}

function refundState(status: string | null): ProcessorRefund["state"] {
  switch (status) {
    case "succeeded":
      return "succeeded";
    case "failed":
    case "canceled":
      return "failed";
    default:
      return "pending";
  }
}

const refundFailure = ({ status, failure_reason }: Stripe.Refund): ChargeFailure | null =>
  refundState(status) === "failed"
    ? {
        code: failure_reason ?? status ?? "failed",
        message: "The cardholder's bank returned the refund.",
      }
    : null;

export function disputeOf(dispute: Stripe.Dispute): ProcessorDispute {
  const dueBy = dispute.evidence_details?.due_by;
  return {
    id: dispute.id,
    intentId: idOf(dispute.payment_intent) ?? null,
    chargeId: idOf(dispute.charge) ?? "",
    state: disputeState(dispute.status),
    isInquiry: dispute.status === "prevented" || dispute.status.startsWith("warning_"),
    amountCents: dispute.amount,
    evidenceDueAt: dueBy ? new Date(dueBy * 1000) : null,
    openedAt: new Date(dispute.created * 1000),
  };
}

/** An inquiry (`warning_…`) that is closed, and a dispute that was prevented, are over. */
function disputeState(status: Stripe.Dispute.Status): ProcessorDispute["state"] {
  switch (status) {
    case "won":
    case "warning_closed":
    case "prevented":
      return "won";
    case "lost":
      return "lost";
    default:
      return "open";
  }
}

export const fraudWarningOf = (warning: Stripe.Radar.EarlyFraudWarning): ProcessorFraudWarning => ({
  id: warning.id,
  intentId: idOf(warning.payment_intent) ?? null,
  chargeId: idOf(warning.charge) ?? "",
  openedAt: new Date(warning.created * 1000),
});
