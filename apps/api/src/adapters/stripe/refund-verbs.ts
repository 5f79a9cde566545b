import type { PaymentProcessor } from "../../modules/payments/ports.ts";
import type { StripeConnection } from "./connection.ts";
import { disputeOf, fraudWarningOf, refundOf } from "./map-charges.ts";

type RefundVerbs = Pick<
  PaymentProcessor,
  "createRefund" | "readRefund" | "listRefunds" | "readDispute" | "readFraudWarning"
>;

export const refundVerbs = ({ stripe, ask }: StripeConnection): RefundVerbs => ({
  createRefund: async ({ intentId, amountCents, refundId, idempotencyKey }) =>
    refundOf(
      await ask(
        stripe.refunds.create(
          { payment_intent: intentId, amount: amountCents, metadata: { refund: refundId } },
          { idempotencyKey },
        ),
      ),
    ),
  readRefund: async (id) => refundOf(await ask(stripe.refunds.retrieve(id))),
  async listRefunds(intentId) {
    const refunds = await ask(
      stripe.refunds.list({ payment_intent: intentId, limit: 100 }).autoPagingToArray({ limit: 1000 }),
    );
    return refunds.map(refundOf);
  },
  readDispute: async (id) => disputeOf(await ask(stripe.disputes.retrieve(id))),
  readFraudWarning: async (id) => fraudWarningOf(await ask(stripe.radar.earlyFraudWarnings.retrieve(id))),
});
