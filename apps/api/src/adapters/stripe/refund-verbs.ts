import type { PaymentProcessor } from "../../modules/payments/ports.ts";
import type { StripeConnection } from "./connection.ts";
import { idOf } from "./map.ts";
import { disputeOf, fraudWarningOf, refundOf } from "./map-charges.ts";

type RefundVerbs = Pick<
  PaymentProcessor,
  | "createRefund"
  | "listRefunds"
  | "listDisputes"
  | "acceptDispute"
  | "listFraudWarnings"
  | "listContestedIntents"
  | "listRefundedIntents"
>;

const pageSize = 100;
/** More than a charge ever has. */
const wholeList = { limit: 1000 };

export function refundVerbs({ stripe, ask, patienceOf }: StripeConnection): RefundVerbs {
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
    async listDisputes(intentId, options) {
      const list = stripe.disputes.list(of(intentId), patienceOf(options));
      return (await ask(list.autoPagingToArray(wholeList))).map(disputeOf);
    },
    async acceptDispute(id) {
      await ask(stripe.disputes.close(id));
    },
    async listFraudWarnings(intentId, options) {
      const list = earlyFraudWarnings.list(of(intentId), patienceOf(options));
      return (await ask(list.autoPagingToArray(wholeList))).map(fraudWarningOf);
    },
    async listRefundedIntents(since) {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      const refunds = await ask(openedSince(stripe.refunds.list({ limit: pageSize, created }), since));
      return [...new Set(refunds.flatMap((each) => idOf(each.payment_intent) ?? []))];
    },
    async listContestedIntents(since) {
      const [disputes, warnings] = await Promise.all([
        ask(openedSince(stripe.disputes.list({ limit: pageSize }), since)),
        ask(openedSince(earlyFraudWarnings.list({ limit: pageSize }), since)),
      ]);
      return [...new Set([...disputes, ...warnings].flatMap((each) => idOf(each.payment_intent) ?? []))];
    },
  };
}

type Contested = { created: number; payment_intent?: string | { id: string } | null };

/** Lists are newest first. Not all of them can be filtered by time. */
async function openedSince<Item extends Contested>(list: AsyncIterable<Item>, since: Date): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of list) {
    if (item.created * 1000 < since.getTime()) {
      break;
    }
    found.push(item);
  }
  return found;
}
