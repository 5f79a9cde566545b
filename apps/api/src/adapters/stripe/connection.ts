import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import Stripe from "stripe";
import type { ReadOptions } from "../../modules/payments/ports.ts";

/** What the verbs share. */
export type StripeConnection = {
  stripe: Stripe;
  /** Turns Stripe's errors into the port's. */
  ask<Answer>(answer: Promise<Answer>): Promise<Answer>;
} & ReturnType<typeof patienceOfRequests>;

export type ProcessorAddress = {
  secretKey: string;
  /** Such as https://api.stripe.com, without a path. */
  apiBase: string;
  /** How many times as long answers are waited for: more than 1 on a machine that is busy with tests. */
  timeoutFactor?: number | undefined;
};

/** A request that got no answer, or one that allows another try, is repeated with the same idempotency key. */
const patiently = { timeout: 10_000, maxNetworkRetries: 2 };
const quickly = { timeout: 2_000, maxNetworkRetries: 0 };
/** For a charge: its outcome is read, never repeated. */
const once = { timeout: 15_000, maxNetworkRetries: 0 };

function patienceOfRequests(factor = 1) {
  const longer = ({ timeout, maxNetworkRetries }: typeof once) => ({
    timeout: timeout * factor,
    maxNetworkRetries,
  });
  return {
    patienceOf: ({ isQuick = false }: ReadOptions = {}) => longer(isQuick ? quickly : patiently),
    once: longer(once),
  };
}

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

/** The version that this release of the SDK is written for. The webhook endpoint at Stripe has the same one. */
export const apiVersion = "2025-09-30.clover";

/** Ask nothing after the agent is destroyed. */
export function connectToStripe({ secretKey, apiBase, timeoutFactor }: ProcessorAddress) {
  const patience = patienceOfRequests(timeoutFactor);
  const { hostname, port, protocol } = new URL(apiBase);
  const isPlain = protocol === "http:";
  const agent = isPlain ? new HttpAgent({ keepAlive: true }) : new HttpsAgent({ keepAlive: true });
  const stripe = new Stripe(secretKey, {
    apiVersion,
    host: hostname,
    port: port === "" ? (isPlain ? 80 : 443) : Number(port),
    protocol: isPlain ? "http" : "https",
    httpAgent: agent,
    ...patience.patienceOf(),
    telemetry: false,
    appInfo: { name: "Zonepost" },
  });
  return { stripe, agent, patience };
}
