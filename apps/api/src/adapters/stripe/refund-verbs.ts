import type { PaymentProcessor } from "../../modules/payments/ports.ts";
import { patienceOf, type StripeConnection } from "./connection.ts";
import { disputeOf, fraudWarningOf, refundOf } from "./map-charges.ts";

type RefundVerbs = Pick<
  PaymentProcessor,
  "createRefund" | "listRefunds" | "readDispute" | "listDisputes" | "readFraudWarning" | "listFraudWarnings"
>;

const pageSize = 100;
/** More than a charge ever has. */
const wholeList = { limit: 1000 };

export function refundVerbs({ stripe, ask }: StripeConnection): RefundVerbs {
  const { earlyFraudWarnings } = stripe.radar;
  const of = (intentId: string) => ({ payment_intent: intentId, limit: pageSize });
  return {
    createRefund: async ({ intentId, amountCents, refundId, idempotencyKey }) =>
      refundOf(
        await ask(
          stripe.refunds.create(
            { payment_intent: intentId, amount: amountCents, metadata: { refund: refundId } },
            { idempotencyKey },
          ),
        ),
      ),
    async listRefunds(intentId, options) {
      const list = stripe.refunds.list(of(intentId), patienceOf(options));
      return (await ask(list.autoPagingToArray(wholeList))).map(refundOf);
    },
    readDispute: async (id, options) =>
      disputeOf(await ask(stripe.disputes.retrieve(id, patienceOf(options)))),
    async listDisputes(intentId, options) {
      const list = stripe.disputes.list(of(intentId), patienceOf(options));
      return (await ask(list.autoPagingToArray(wholeList))).map(disputeOf);
    },
    readFraudWarning: async (id, options) =>
      fraudWarningOf(await ask(earlyFraudWarnings.retrieve(id, patienceOf(options)))),
    async listFraudWarnings(intentId, options) {
      const list = earlyFraudWarnings.list(of(intentId), patienceOf(options));
      return (await ask(list.autoPagingToArray(wholeList))).map(fraudWarningOf);
    },
  };
}
