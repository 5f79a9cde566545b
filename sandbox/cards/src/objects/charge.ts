import type { StripeError } from "../stripe-error.ts";
import { type Metadata, newId, seconds } from "./object-fields.ts";
import type { PaymentIntent } from "./payment-intent.ts";
import type { PaymentMethod } from "./payment-method.ts";

export type Charge = {
  id: string;
  object: "charge";
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  application: null;
  application_fee: null;
  application_fee_amount: null;
  balance_transaction: string | null;
  billing_details: PaymentMethod["billing_details"];
  calculated_statement_descriptor: string;
  captured: boolean;
  created: number;
  currency: string;
  customer: string | null;
  description: string | null;
  disputed: boolean;
  failure_balance_transaction: null;
  failure_code: string | null;
  failure_message: string | null;
  fraud_details: Record<string, never>;
  livemode: false;
  metadata: Metadata;
  on_behalf_of: null;
  outcome: Outcome;
  paid: boolean;
  payment_intent: string;
  payment_method: string;
  payment_method_details: { card: CardDetails; type: "card" };
  receipt_email: string | null;
  receipt_number: null;
  receipt_url: null;
  refunded: boolean;
  review: null;
  shipping: null;
  source_transfer: null;
  statement_descriptor: null;
  statement_descriptor_suffix: string | null;
  status: "failed" | "succeeded";
  transfer_data: null;
  transfer_group: null;
};

type Outcome = {
  network_status: "approved_by_network" | "declined_by_network";
  reason: string | null;
  risk_level: "normal";
  risk_score: number;
  seller_message: string;
  type: "authorized" | "issuer_declined";
};

type CardDetails = Pick<
  PaymentMethod["card"],
  "brand" | "checks" | "country" | "exp_month" | "exp_year" | "fingerprint" | "funding" | "last4"
> & {
  installments: null;
  mandate: null;
  network: string;
  three_d_secure: ThreeDSecure | null;
  wallet: null;
};

type ThreeDSecure = {
  authentication_flow: "challenge";
  result: "authenticated";
  result_reason: null;
  version: "2.2.0";
};

const statementDescriptor = "ZONEPOST SANDBOX";
const riskScore = 12;

/** A charge of a payment intent. With an error, the bank has declined it. */
export function newCharge(
  intent: PaymentIntent,
  method: PaymentMethod,
  attempt: { error: StripeError | null; isAuthenticated: boolean },
  now: Date,
): Charge {
  const { error } = attempt;
  const { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4 } = method.card;
  const isPaid = error === null;
  return {
    id: newId("charge"),
    object: "charge",
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: statementDescriptor,
    captured: isPaid,
    created: seconds(now),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: error?.code ?? null,
    failure_message: error?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      network_status: isPaid ? "approved_by_network" : "declined_by_network",
      reason: error?.decline_code ?? null,
      risk_level: "normal",
      risk_score: riskScore,
      seller_message: isPaid ? "Payment complete." : "The bank declined the payment.",
      type: isPaid ? "authorized" : "issuer_declined",
    },
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      card: {
        brand,
        checks,
        country,
        exp_month,
        exp_year,
        fingerprint,
        funding,
        installments: null,
        last4,
        mandate: null,
        network: brand,
        three_d_secure: attempt.isAuthenticated
          ? {
              authentication_flow: "challenge",
              result: "authenticated",
              result_reason: null,
              version: "2.2.0",
            }
          : null,
        wallet: null,
      },
      type: "card",
    },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: isPaid ? "succeeded" : "failed",
    transfer_data: null,
    transfer_group: null,
  };
}
