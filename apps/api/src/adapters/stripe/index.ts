import Stripe from "stripe";
import type { Logger } from "../../kernel/log.ts";
import {
  NoticeSignatureError,
  type PaymentProcessor,
  type ProcessorNotice,
} from "../../modules/payments/ports.ts";
import { chargeVerbs } from "./charge-verbs.ts";
import { connectToStripe, openSession, type ProcessorAddress, type StripeConnection } from "./connection.ts";
import { processorErrorOf } from "./errors.ts";
import { cardOf, noticeOf, pageOf } from "./map.ts";
import { minimumChargeCents } from "./minimum-charges.ts";
import { refundVerbs } from "./refund-verbs.ts";
import { transactionVerbs } from "./transaction-verbs.ts";

export { diagnoseStripe, type StripeDiagnosis } from "./diagnose.ts";
export { minimumChargeCents } from "./minimum-charges.ts";

export type StripeOptions = ProcessorAddress & { webhookSecret: string; log: Logger };

const signatureToleranceSeconds = 300;

/** Stripe, or a server that speaks its API. */
export function createStripe(options: StripeOptions): PaymentProcessor {
  const { stripe, agent, patience } = connectToStripe(options);
  const { patienceOf } = patience;

  async function ask<Answer>(answer: Promise<Answer>): Promise<Answer> {
    return answer.catch((error: unknown) => {
      const known = processorErrorOf(error);
      if (known.reason === "misconfigured") {
        options.log.error(
          { err: known },
          "STRIPE_SECRET_KEY is wrong, has too few rights or is another account's",
        );
      }
      throw known;
    });
  }

  const connection: StripeConnection = { stripe, ask, ...patience };
  return {
    code: "stripe",
    minimumChargeCents,
    signatureHeader: "stripe-signature",
    ...chargeVerbs(connection),
    ...refundVerbs(connection),
    ...transactionVerbs(connection),
    async createCustomer({ workspaceId, idempotencyKey }) {
      const description = `Zonepost workspace ${workspaceId}`;
      const metadata = { workspace: workspaceId };
      const customer = await ask(stripe.customers.create({ description, metadata }, { idempotencyKey }));
      return customer.id;
    },
    async isCustomerDeleted(id) {
      const customer = await ask(stripe.customers.retrieve(id));
      return customer.deleted === true;
    },
    async deleteCustomer(id) {
      const customer = await ask(stripe.customers.retrieve(id));
      if (!customer.deleted) {
        await ask(stripe.customers.del(id));
      }
    },
    openCardPage: ({ customerId, returnUrl, cancelUrl, idempotencyKey }) =>
      openSession(
        connection,
        {
          mode: "setup",
          customer: customerId,
          payment_method_types: ["card"],
          success_url: returnUrl,
          cancel_url: cancelUrl,
        },
        idempotencyKey,
      ),
    readCardPage: async (id, options) =>
      pageOf(
        await ask(stripe.checkout.sessions.retrieve(id, { expand: ["setup_intent"] }, patienceOf(options))),
      ),
    readCard: async (id, options) =>
      cardOf(await ask(stripe.paymentMethods.retrieve(id, {}, patienceOf(options)))),
    async detachCard(id) {
      await ask(stripe.paymentMethods.detach(id));
    },
    readNotice: ({ body, signature, now }) => readNotice(stripe, options.webhookSecret, body, signature, now),
    close: () => agent.destroy(),
  };
}

function readNotice(
  stripe: Stripe,
  secret: string,
  body: string,
  signature: string | undefined,
  now: Date,
): ProcessorNotice {
  try {
    const event = stripe.webhooks.constructEvent(
      body,
      signature ?? "",
      secret,
      signatureToleranceSeconds,
      undefined,
      now.getTime(),
    );
    return noticeOf(event);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) {
      // Not the original, which holds the body.
      throw new NoticeSignatureError(error.message.split("\n")[0]);
    }
    throw error;
  }
}
