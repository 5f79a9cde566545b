import type Stripe from "stripe";
import { ProcessorError } from "../../modules/payments/ports.ts";
import { apiVersion, connectToStripe } from "./connection.ts";
import { processorErrorOf } from "./errors.ts";

/** Without one of these, something that happens at Stripe is only learned by looking. */
const neededEvents = [
  "checkout.session.completed",
  "checkout.session.expired",
  "payment_method.detached",
  "payment_method.updated",
  "payment_method.automatically_updated",
  "customer.deleted",
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "payment_intent.canceled",
  "charge.refunded",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "radar.early_fraud_warning.created",
];

export type StripeDiagnosis = {
  key: { works: true } | { works: false; isRefused: boolean; reason: string };
  /** Null if the key may not read endpoints, or the server has none. */
  endpoint: "missing" | "disabled" | { lacks: string[]; hasOtherVersion: boolean } | null;
};

/** Reads with the key what the product reads, and the webhook endpoint at this address. Changes nothing. */
export async function diagnoseStripe(
  settings: { secretKey: string; apiBase: string },
  endpointUrl: string,
): Promise<StripeDiagnosis> {
  const { stripe, agent } = connectToStripe(settings);
  const once = { timeout: 10_000, maxNetworkRetries: 0 };
  try {
    await stripe.balanceTransactions.list({ limit: 1 }, once);
    const endpoints = await stripe.webhookEndpoints.list({ limit: 100 }, once).then(
      ({ data }) => data,
      () => null,
    );
    return { key: { works: true }, endpoint: endpoints && judgeEndpoints(endpoints, endpointUrl) };
  } catch (error) {
    const known = processorErrorOf(error);
    const isRefused = known instanceof ProcessorError && known.reason !== "unavailable";
    return { key: { works: false, isRefused, reason: known.message }, endpoint: null };
  } finally {
    agent.destroy();
  }
}

type Endpoint = Pick<Stripe.WebhookEndpoint, "url" | "status" | "enabled_events" | "api_version">;

export function judgeEndpoints(endpoints: readonly Endpoint[], url: string): StripeDiagnosis["endpoint"] {
  const own = endpoints.filter((each) => each.url === url);
  const enabled = own.find(({ status }) => status === "enabled");
  if (!enabled) {
    return own.length > 0 ? "disabled" : "missing";
  }
  const events = new Set<string>(enabled.enabled_events);
  return {
    lacks: events.has("*") ? [] : neededEvents.filter((event) => !events.has(event)),
    hasOtherVersion: enabled.api_version !== null && enabled.api_version !== apiVersion,
  };
}
