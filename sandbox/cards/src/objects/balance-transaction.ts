import { newId, seconds } from "./object-fields.ts";

export type BalanceTransaction = {
  id: string;
  object: "balance_transaction";
  amount: number;
  available_on: number;
  created: number;
  currency: string;
  description: string | null;
  exchange_rate: null;
  fee: number;
  fee_details: FeeDetail[];
  net: number;
  reporting_category: string;
  source: string;
  status: "available" | "pending";
  type: BalanceTransactionType;
};

type FeeDetail = {
  amount: number;
  application: null;
  currency: string;
  description: string;
  type: "stripe_fee";
};

/** `adjustment` is money that a dispute withdraws or returns. */
type BalanceTransactionType =
  | "charge"
  | "refund"
  | "refund_failure"
  | "adjustment"
  | "payout"
  | "payout_failure";

const categories: Record<BalanceTransactionType, string> = {
  charge: "charge",
  refund: "refund",
  refund_failure: "refund_failure",
  adjustment: "dispute",
  payout: "payout",
  payout_failure: "payout_reversal",
};

const availableAfterSeconds = 2 * 86_400;

export type Movement = {
  type: BalanceTransactionType;
  /** Negative when money leaves the balance. */
  amount: number;
  fee: number;
  feeDescription: string;
  currency: string;
  /** The charge, refund, dispute or payout. */
  source: string;
  description: string | null;
};

export function newBalanceTransaction(movement: Movement, now: Date): BalanceTransaction {
  const { type, amount, fee, feeDescription, currency, source, description } = movement;
  const created = seconds(now);
  return {
    id: newId("balance_transaction"),
    object: "balance_transaction",
    amount,
    available_on: created + availableAfterSeconds,
    created,
    currency,
    description,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [{ amount: fee, application: null, currency, description: feeDescription, type: "stripe_fee" }],
    net: amount - fee,
    reporting_category: categories[type],
    source,
    status: "pending",
    type,
  };
}
