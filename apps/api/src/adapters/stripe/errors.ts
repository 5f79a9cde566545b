import Stripe from "stripe";
import { ProcessorError, type ProcessorErrorReason } from "../../modules/payments/ports.ts";

/** Stripe's errors in the port's terms. Anything else is a mistake of ours and is thrown as it is. */
export function processorErrorOf(error: unknown): ProcessorError {
  if (!(error instanceof Stripe.errors.StripeError)) {
    throw error;
  }
  const reason = reasonOf(error);
  if (reason === "declined") {
    return new ProcessorError(reason, error.message);
  }
  const where = [error.type, error.statusCode, error.code, error.requestId].filter(Boolean).join(" ");
  const isReplayed = error.headers?.["idempotent-replayed"] === "true";
  return new ProcessorError(reason, `${where}: ${withoutSecrets(error.message)}`, { isReplayed });
}

function reasonOf(error: Stripe.errors.StripeError): ProcessorErrorReason {
  const status = error.statusCode;
  if (error instanceof Stripe.errors.StripeCardError) {
    return "declined";
  }
  if (error.code === "resource_missing" && error.param === "customer") {
    return "missing";
  }
  // Of the objects that are used here, only customers can be deleted. Any other that is missing is another account's.
  if (error.code === "resource_missing" || status === 401 || status === 403 || status === 404) {
    return "misconfigured";
  }
  const isAway = status === undefined || status >= 500 || status === 409 || status === 429;
  return isAway ? "unavailable" : "refused";
}

const withoutSecrets = (message: string): string =>
  message.replaceAll(/\b(?:sk|rk|whsec)_[\w*]+/g, "[redacted]");
