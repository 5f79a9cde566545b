import type Stripe from "stripe";
import type { ReadOptions } from "../../modules/payments/ports.ts";

/** What the verbs share. */
export type StripeConnection = {
  stripe: Stripe;
  /** Turns Stripe's errors into the port's. */
  ask<Answer>(answer: Promise<Answer>): Promise<Answer>;
};

/** A request that got no answer, or one that allows another try, is repeated with the same idempotency key. */
export const patiently = { timeout: 10_000, maxNetworkRetries: 2 };
const quickly = { timeout: 2_000, maxNetworkRetries: 0 };
/** For a charge: its outcome is read, never repeated. */
export const once = { timeout: 15_000, maxNetworkRetries: 0 };

export const patienceOf = ({ isQuick = false }: ReadOptions = {}) => (isQuick ? quickly : patiently);

/** Opens a page of Stripe Checkout. */
export async function openSession(
  { stripe, ask }: StripeConnection,
  params: Stripe.Checkout.SessionCreateParams,
  idempotencyKey: string,
): Promise<{ id: string; url: string }> {
  const { id, url } = await ask(stripe.checkout.sessions.create(params, { idempotencyKey }));
  if (url === null) {
    throw new Error("the checkout session has no URL");
  }
  return { id, url };
}
