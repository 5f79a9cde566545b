import type Stripe from "stripe";
import type { ProcessorTransaction } from "../../modules/payments/ports.ts";
import { idOf } from "./map.ts";

type Kind = ProcessorTransaction["kind"];

/** All types of the API that concern an account of its own; those of platforms, loans and issued cards are `other`. */
const kindsByType: Partial<Record<Stripe.BalanceTransaction.Type, Kind>> = {
  charge: "charge",
  payment: "charge",
  refund: "refund",
  payment_refund: "refund",
  refund_failure: "refund_failure",
  payment_failure_refund: "refund_failure",
  stripe_fee: "fee",
  stripe_fx_fee: "fee",
  tax_fee: "fee",
  payout: "payout",
  payout_cancel: "payout",
  payout_failure: "payout",
  topup: "payout",
  topup_reversal: "payout",
  reserve_transaction: "reserve",
  reserved_funds: "reserve",
};

export const transactionOf = (transaction: Stripe.BalanceTransaction): ProcessorTransaction => ({
  id: transaction.id,
  kind: kindOf(transaction),
  sourceId: idOf(transaction.source) ?? null,
  amountCents: transaction.amount,
  feeCents: transaction.fee,
  currency: transaction.currency.toUpperCase(),
  occurredAt: new Date(transaction.created * 1000),
});

function kindOf({ type, source, reporting_category: category }: Stripe.BalanceTransaction): Kind {
  if (type !== "adjustment") {
    return kindsByType[type] ?? "other";
  }
  if (/^d[up]_/.test(idOf(source) ?? "")) {
    return "dispute";
  }
  return category === "fee" ? "fee" : "other";
}
