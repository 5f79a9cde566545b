import type Stripe from "stripe";
import type { ProcessorCard, ProcessorCardPage, ProcessorNotice } from "../../modules/payments/ports.ts";

type Reference = string | { id: string } | null | undefined;

export const idOf = (reference: Reference): string | undefined =>
  typeof reference === "string" ? reference : reference?.id;

export function cardOf(method: Stripe.PaymentMethod): ProcessorCard | null {
  const { id, card, customer } = method;
  return card
    ? {
        id,
        customerId: idOf(customer) ?? null,
        brand: card.brand,
        last4: card.last4,
        expiryMonth: card.exp_month,
        expiryYear: card.exp_year,
      }
    : null;
}

/** @param session with its setup intent expanded */
export function pageOf(session: Stripe.Checkout.Session): ProcessorCardPage {
  if (session.status === "complete") {
    const intent = session.setup_intent;
    const cardId = typeof intent === "string" ? undefined : idOf(intent?.payment_method);
    if (cardId === undefined) {
      throw new Error(`the completed checkout session ${session.id} has no card`);
    }
    return { state: "completed", cardId };
  }
  return { state: session.status === "expired" ? "expired" : "open" };
}

/**
 * Only ids are read: a notice can be in another version of the API, and its content is older than what Stripe returns
 * now.
 */
export function noticeOf(event: Stripe.Event): ProcessorNotice {
  const { id } = event;
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.expired":
      return { id, subject: "page", pageId: event.data.object.id };
    case "payment_intent.succeeded":
    case "payment_intent.payment_failed":
    case "payment_intent.canceled": {
      const { object } = event.data;
      return { id, subject: "intent", intentId: object.id, paymentId: object.metadata?.payment ?? null };
    }
    case "charge.refunded":
      return {
        id,
        subject: "refund",
        refundId: null,
        intentId: idOf(event.data.object.payment_intent) ?? null,
      };
    case "refund.created":
    case "refund.updated":
    case "refund.failed": {
      const { object } = event.data;
      return { id, subject: "refund", refundId: object.id, intentId: idOf(object.payment_intent) ?? null };
    }
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated":
      return { id, subject: "dispute", intentId: idOf(event.data.object.payment_intent) ?? null };
    case "radar.early_fraud_warning.created":
    case "radar.early_fraud_warning.updated":
      return { id, subject: "fraud_warning", intentId: idOf(event.data.object.payment_intent) ?? null };
    case "payment_method.updated":
    case "payment_method.automatically_updated":
    case "payment_method.detached": {
      const { object, previous_attributes: before } = event.data;
      // A detached card no longer has a customer.
      const customerId = idOf(object.customer) ?? idOf(before?.customer) ?? null;
      return { id, subject: "card", cardId: object.id, customerId };
    }
    case "customer.deleted":
      return { id, subject: "customer_deleted", customerId: event.data.object.id };
    default:
      return { id, subject: "other" };
  }
}
