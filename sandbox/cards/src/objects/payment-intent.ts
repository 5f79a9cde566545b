import type { IntentStatus } from "../rules/intent-status.ts";
import type { StripeError } from "../stripe-error.ts";
import type { NextAction } from "./next-action.ts";
import { type Metadata, newId, randomText, seconds } from "./object-fields.ts";
import type { AutomaticMethods } from "./setup-intent.ts";

type FutureUsage = "off_session" | "on_session";

export type PaymentIntent = {
  id: string;
  object: "payment_intent";
  amount: number;
  amount_capturable: 0;
  amount_details: { tip: Record<string, never> };
  amount_received: number;
  application: null;
  application_fee_amount: null;
  automatic_payment_methods: AutomaticMethods | null;
  canceled_at: number | null;
  cancellation_reason: string | null;
  capture_method: "automatic_async";
  client_secret: string;
  confirmation_method: "automatic";
  created: number;
  currency: string;
  customer: string | null;
  description: string | null;
  last_payment_error: StripeError | null;
  latest_charge: string | null;
  livemode: false;
  metadata: Metadata;
  next_action: NextAction | null;
  on_behalf_of: null;
  payment_method: string | null;
  payment_method_options: {
    card: { installments: null; mandate_options: null; network: null; request_three_d_secure: "automatic" };
  };
  payment_method_types: string[];
  processing: null;
  receipt_email: string | null;
  review: null;
  setup_future_usage: FutureUsage | null;
  shipping: null;
  source: null;
  statement_descriptor: null;
  statement_descriptor_suffix: string | null;
  status: IntentStatus;
  transfer_data: null;
  transfer_group: null;
};

export type PaymentIntentDetails = Pick<
  PaymentIntent,
  | "amount"
  | "currency"
  | "customer"
  | "description"
  | "metadata"
  | "payment_method"
  | "receipt_email"
  | "setup_future_usage"
  | "statement_descriptor_suffix"
> & { automaticMethods: AutomaticMethods | null };

export function newPaymentIntent(details: PaymentIntentDetails, now: Date): PaymentIntent {
  const { automaticMethods, ...given } = details;
  const id = newId("payment_intent");
  return {
    ...given,
    id,
    object: "payment_intent",
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: automaticMethods,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic_async",
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: "automatic",
    created: seconds(now),
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    next_action: null,
    on_behalf_of: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: "automatic" },
    },
    payment_method_types: ["card"],
    processing: null,
    review: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    status: details.payment_method === null ? "requires_payment_method" : "requires_confirmation",
    transfer_data: null,
    transfer_group: null,
  };
}
