import type { IntentStatus } from "../rules/intent-status.ts";
import type { StripeError } from "../stripe-error.ts";
import type { NextAction } from "./next-action.ts";
import { type Metadata, newId, randomText, seconds } from "./object-fields.ts";

export type AutomaticMethods = { allow_redirects: "always" | "never"; enabled: true };

export type SetupIntent = {
  id: string;
  object: "setup_intent";
  application: null;
  automatic_payment_methods: AutomaticMethods | null;
  cancellation_reason: string | null;
  client_secret: string;
  created: number;
  customer: string | null;
  description: string | null;
  flow_directions: null;
  last_setup_error: StripeError | null;
  latest_attempt: null;
  livemode: false;
  mandate: null;
  metadata: Metadata;
  next_action: NextAction | null;
  on_behalf_of: null;
  payment_method: string | null;
  payment_method_options: {
    card: { mandate_options: null; network: null; request_three_d_secure: "automatic" };
  };
  payment_method_types: string[];
  single_use_mandate: null;
  status: IntentStatus;
  usage: "off_session" | "on_session";
};

export type SetupIntentDetails = {
  customer: string | null;
  description: string | null;
  metadata: Metadata;
  usage: "off_session" | "on_session";
  automaticMethods: AutomaticMethods | null;
};

export function newSetupIntent(details: SetupIntentDetails, now: Date): SetupIntent {
  const id = newId("setup_intent");
  return {
    id,
    object: "setup_intent",
    application: null,
    automatic_payment_methods: details.automaticMethods,
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomText(25)}`,
    created: seconds(now),
    customer: details.customer,
    description: details.description,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: details.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: "automatic" },
    },
    payment_method_types: ["card"],
    single_use_mandate: null,
    status: "requires_payment_method",
    usage: details.usage,
  };
}
