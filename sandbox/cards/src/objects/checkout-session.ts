import type { SessionStatus } from "../rules/session-status.ts";
import { type Metadata, newId, seconds } from "./object-fields.ts";
import type { PaymentIntentDetails } from "./payment-intent.ts";

export type CheckoutSession = {
  id: string;
  object: "checkout.session";
  after_expiration: null;
  allow_promotion_codes: null;
  amount_subtotal: number | null;
  amount_total: number | null;
  automatic_tax: { enabled: false; liability: null; provider: null; status: null };
  billing_address_collection: null;
  cancel_url: string | null;
  client_reference_id: string | null;
  client_secret: null;
  consent: null;
  consent_collection: null;
  created: number;
  currency: string | null;
  currency_conversion: null;
  custom_fields: [];
  custom_text: {
    after_submit: null;
    shipping_address: null;
    submit: null;
    terms_of_service_acceptance: null;
  };
  customer: string | null;
  customer_creation: "always" | "if_required" | null;
  customer_details: CustomerDetailsOfSession | null;
  customer_email: string | null;
  expires_at: number;
  invoice: null;
  invoice_creation: { enabled: false; invoice_data: InvoiceData } | null;
  livemode: false;
  locale: string | null;
  metadata: Metadata;
  mode: "payment" | "setup";
  payment_intent: string | null;
  payment_link: null;
  payment_method_collection: "always" | "if_required";
  payment_method_options: Record<string, never>;
  payment_method_types: string[];
  payment_status: "no_payment_required" | "paid" | "unpaid";
  phone_number_collection: { enabled: false };
  recovered_from: null;
  setup_intent: string | null;
  shipping_address_collection: null;
  shipping_cost: null;
  shipping_options: [];
  status: SessionStatus;
  submit_type: null;
  subscription: null;
  success_url: string;
  total_details: { amount_discount: number; amount_shipping: number; amount_tax: number } | null;
  ui_mode: "hosted";
  url: string | null;
};

type CustomerDetailsOfSession = {
  address: null;
  email: string | null;
  name: string | null;
  phone: null;
  tax_exempt: "none";
  tax_ids: [];
};

type InvoiceData = {
  account_tax_ids: null;
  custom_fields: null;
  description: null;
  footer: null;
  issuer: null;
  metadata: Metadata;
  rendering_options: null;
};

export type LineItem = { name: string; unitAmount: number; quantity: number };

/** The parts of a session that its page needs, and that callers don't see. */
export type SessionTerms = {
  lineItems: LineItem[];
  /** The payment intent, which is created with the first attempt to pay. */
  payment: Pick<PaymentIntentDetails, "description" | "metadata" | "setup_future_usage"> | null;
  /** The next attempt's number, so that a form which is submitted twice counts once. */
  attempt: number;
  /** The message of the last attempt, for the page. */
  lastError: string | null;
};

export type SessionDetails = Pick<
  CheckoutSession,
  | "cancel_url"
  | "client_reference_id"
  | "currency"
  | "customer"
  | "customer_email"
  | "locale"
  | "metadata"
  | "mode"
  | "setup_intent"
  | "success_url"
> & { expiresAt: number; amountTotal: number | null };

export function newCheckoutSession(details: SessionDetails, now: Date): CheckoutSession {
  const { expiresAt, amountTotal, ...given } = details;
  const id = newId("checkout.session");
  const isPayment = details.mode === "payment";
  return {
    ...given,
    id,
    object: "checkout.session",
    after_expiration: null,
    allow_promotion_codes: null,
    amount_subtotal: amountTotal,
    amount_total: amountTotal,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    client_secret: null,
    consent: null,
    consent_collection: null,
    created: seconds(now),
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer_creation: isPayment && details.customer === null ? "if_required" : null,
    customer_details:
      details.customer_email === null
        ? null
        : {
            address: null,
            email: details.customer_email,
            name: null,
            phone: null,
            tax_exempt: "none",
            tax_ids: [],
          },
    expires_at: expiresAt,
    invoice: null,
    invoice_creation: isPayment
      ? {
          enabled: false,
          invoice_data: {
            account_tax_ids: null,
            custom_fields: null,
            description: null,
            footer: null,
            issuer: null,
            metadata: {},
            rendering_options: null,
          },
        }
      : null,
    livemode: false,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: isPayment ? "if_required" : "always",
    payment_method_options: {},
    payment_method_types: ["card"],
    payment_status: isPayment ? "unpaid" : "no_payment_required",
    phone_number_collection: { enabled: false },
    recovered_from: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    submit_type: null,
    subscription: null,
    total_details: isPayment ? { amount_discount: 0, amount_shipping: 0, amount_tax: 0 } : null,
    ui_mode: "hosted",
    url: `/pages/checkout/${id}`,
  };
}

/** A line item as the API returns it. We don't have Stripe's catalog of prices. */
export function lineItemOf({ name, unitAmount, quantity }: LineItem, id: string, currency: string) {
  const total = unitAmount * quantity;
  return {
    id: `li_${id}`,
    object: "item",
    amount_discount: 0,
    amount_subtotal: total,
    amount_tax: 0,
    amount_total: total,
    currency,
    description: name,
    price: null,
    quantity,
  };
}
