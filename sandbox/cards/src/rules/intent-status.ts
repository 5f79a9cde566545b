export type IntentStatus =
  | "requires_payment_method"
  | "requires_confirmation"
  | "requires_action"
  | "succeeded"
  | "canceled";

/** The steps of a payment intent or a setup intent. */
export type IntentStep =
  | "card_chosen"
  | "succeeds"
  | "declined"
  | "requires_authentication"
  | "authentication_failed"
  | "canceled";

const open: Partial<Record<IntentStep, IntentStatus>> = {
  card_chosen: "requires_confirmation",
  succeeds: "succeeded",
  declined: "requires_payment_method",
  requires_authentication: "requires_action",
  canceled: "canceled",
};

const transitions: Record<IntentStatus, Partial<Record<IntentStep, IntentStatus>>> = {
  requires_payment_method: open,
  requires_confirmation: open,
  requires_action: { ...open, authentication_failed: "requires_payment_method" },
  succeeded: {},
  canceled: {},
};

/** Undefined if the step isn't possible in this status. */
export function intentAfter(status: IntentStatus, step: IntentStep): IntentStatus | undefined {
  return transitions[status][step];
}
