import type Stripe from "stripe";
import type { PaidIntent, PaymentProcessor } from "../../modules/payments/ports.ts";
import { openSession, type StripeConnection } from "./connection.ts";
import { intentOf, paymentPageOf } from "./map-charges.ts";

type ChargeVerbs = Pick<
  PaymentProcessor,
  | "createIntent"
  | "confirmIntent"
  | "readIntent"
  | "readPaymentIdOfIntent"
  | "cancelIntent"
  | "openPaymentPage"
  | "readPaymentPage"
  | "expirePaymentPage"
  | "listPaidIntents"
>;

const pageSize = 100;

export function chargeVerbs(connection: StripeConnection): ChargeVerbs {
  const { stripe, ask, patienceOf, once } = connection;
  return {
    async createIntent({ customerId, cardId, amountCents, currency, paymentId, details, idempotencyKey }) {
      const intent = await ask(
        stripe.paymentIntents.create(
          {
            amount: amountCents,
            currency: currency.toLowerCase(),
            customer: customerId,
            payment_method: cardId,
            payment_method_types: ["card"],
            metadata: { ...details, payment: paymentId },
          },
          { idempotencyKey },
        ),
      );
      return intent.id;
    },
    confirmIntent: async (id, { isOnSession, returnUrl }) =>
      intentOf(
        await ask(
          stripe.paymentIntents.confirm(
            id,
            {
              expand: ["latest_charge"],
              ...(isOnSession ? { return_url: returnUrl } : { off_session: true }),
            },
            once,
          ),
        ),
      ),
    readIntent: async (id, options) =>
      intentOf(
        await ask(stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] }, patienceOf(options))),
      ),
    async readPaymentIdOfIntent(id, options) {
      const { metadata } = await ask(stripe.paymentIntents.retrieve(id, {}, patienceOf(options)));
      return metadata.payment ?? null;
    },
    async cancelIntent(id) {
      await ask(stripe.paymentIntents.cancel(id));
    },
    async openPaymentPage({
      customerId,
      amountCents,
      currency,
      title,
      paymentId,
      details,
      returnUrl,
      cancelUrl,
      idempotencyKey,
    }) {
      const metadata = { ...details, payment: paymentId };
      return openSession(
        connection,
        {
          mode: "payment",
          customer: customerId,
          payment_method_types: ["card"],
          line_items: [
            {
              price_data: {
                currency: currency.toLowerCase(),
                unit_amount: amountCents,
                product_data: { name: title },
              },
              quantity: 1,
            },
          ],
          metadata,
          payment_intent_data: { metadata, setup_future_usage: "off_session" },
          success_url: returnUrl,
          cancel_url: cancelUrl,
        },
        idempotencyKey,
      );
    },
    readPaymentPage: async (id, options) =>
      paymentPageOf(
        await ask(
          stripe.checkout.sessions.retrieve(
            id,
            { expand: ["payment_intent.latest_charge"] },
            patienceOf(options),
          ),
        ),
      ),
    async expirePaymentPage(id) {
      await ask(stripe.checkout.sessions.expire(id));
    },
    async listPaidIntents(since) {
      const created = { gte: Math.floor((since.getTime() - longestUnpaidMs) / 1000) };
      const list = stripe.paymentIntents.list({ limit: pageSize, created, expand: ["data.latest_charge"] });
      return ask(paidSince(list, since));
    },
  };
}

/** A person can pay on a page, or at their bank, for a day after its intent was created. */
const longestUnpaidMs = 2 * 86_400_000;

/** Listed newest first, by the intent's own time. */
async function paidSince(list: AsyncIterable<Stripe.PaymentIntent>, since: Date): Promise<PaidIntent[]> {
  const found: PaidIntent[] = [];
  for await (const given of list) {
    const { payment, ...details } = given.metadata;
    const charge = given.latest_charge;
    if (given.status !== "succeeded" || payment === undefined || !charge || typeof charge === "string") {
      continue;
    }
    const intent = intentOf(given);
    const chargedAt = new Date(charge.created * 1000);
    // By whole seconds.
    if (intent.state === "succeeded" && chargedAt.getTime() > since.getTime() - 1000) {
      found.push({ intent, paymentId: payment, details, chargedAt });
    }
  }
  return found.toReversed().sort((one, other) => one.chargedAt.getTime() - other.chargedAt.getTime());
}
