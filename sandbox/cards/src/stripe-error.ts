import type { DeclineCode } from "./rules/test-cards.ts";

/** Stripe's error object. */
export type StripeError = {
  type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  doc_url?: string;
  charge?: string;
  payment_intent?: unknown;
  payment_method?: unknown;
  setup_intent?: unknown;
};

/** A request that is refused without any effect. */
export class Refusal extends Error {
  readonly status: number;
  readonly error: StripeError;

  constructor(status: number, error: StripeError) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

export function invalidRequest(message: string, details: Partial<StripeError> = {}): Refusal {
  return new Refusal(400, withDocUrl({ type: "invalid_request_error", message, ...details }));
}

export function resourceMissing(name: string, id: string, param: string): Refusal {
  const error = { type: "invalid_request_error", code: "resource_missing", param } as const;
  return new Refusal(404, withDocUrl({ ...error, message: `No such ${name}: '${id}'` }));
}

/** Stripe's answer to its own failures. */
export const internalError: StripeError = {
  type: "api_error",
  message: "An unknown error occurred",
};

const declines: Record<DeclineCode, { code: string; message: string }> = {
  generic_decline: { code: "card_declined", message: "Your card was declined." },
  insufficient_funds: { code: "card_declined", message: "Your card has insufficient funds." },
  expired_card: { code: "expired_card", message: "Your card has expired." },
  authentication_required: {
    code: "authentication_required",
    message: "Your card was declined. This transaction requires authentication.",
  },
};

export function declineError(declineCode: DeclineCode): StripeError {
  const { code, message } = declines[declineCode];
  return withDocUrl({
    type: "card_error",
    code,
    decline_code: declineCode,
    message,
    ...(code === "expired_card" && { param: "exp_month" }),
  });
}

/** The customer declined at the bank. */
export function authenticationError(
  code: "payment_intent_authentication_failure" | "setup_intent_authentication_failure",
) {
  const message =
    "We are unable to authenticate your payment method. Please choose a different payment method and try again.";
  return withDocUrl({ type: "invalid_request_error", code, message });
}

function withDocUrl(error: StripeError): StripeError {
  const page = error.code?.replaceAll("_", "-");
  return page ? { ...error, doc_url: `https://stripe.com/docs/error-codes/${page}` } : error;
}
