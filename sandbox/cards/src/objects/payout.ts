import { type Metadata, newId, seconds } from "./object-fields.ts";

export type Payout = {
  id: string;
  object: "payout";
  amount: number;
  application_fee: null;
  application_fee_amount: null;
  arrival_date: number;
  automatic: boolean;
  balance_transaction: string | null;
  created: number;
  currency: string;
  description: null;
  destination: null;
  failure_balance_transaction: string | null;
  failure_code: string | null;
  failure_message: string | null;
  livemode: false;
  metadata: Metadata;
  method: "standard";
  original_payout: null;
  payout_method: null;
  reconciliation_status: "not_applicable";
  reversed_by: null;
  source_type: "card";
  statement_descriptor: null;
  status: "paid" | "failed";
  trace_id: null;
  type: "bank_account";
};

/** Money on its way to the account holder's bank, where it arrives at once. */
export function newPayout({ amount, currency }: { amount: number; currency: string }, now: Date): Payout {
  return {
    id: newId("payout"),
    object: "payout",
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: seconds(now),
    automatic: false,
    balance_transaction: null,
    created: seconds(now),
    currency,
    description: null,
    destination: null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: "standard",
    original_payout: null,
    payout_method: null,
    reconciliation_status: "not_applicable",
    reversed_by: null,
    source_type: "card",
    statement_descriptor: null,
    status: "paid",
    trace_id: null,
    type: "bank_account",
  };
}
