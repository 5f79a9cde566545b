import type Stripe from "stripe";
import { expect, it } from "vitest";
import { transactionOf } from "./map-transactions.ts";

const transaction = (given: object) =>
  ({
    id: "txn_1",
    amount: -500,
    fee: 25,
    net: -525,
    currency: "eur",
    created: 1_700_000_000,
    source: "po_1",
    type: "payout",
    reporting_category: "payout",
    ...given,
  }) as unknown as Stripe.BalanceTransaction;

it("reads a movement of the balance, whether its source is an ID or expanded", () => {
  const read = {
    id: "txn_1",
    kind: "payout",
    sourceId: "po_1",
    amountCents: -500,
    feeCents: 25,
    currency: "EUR",
    occurredAt: new Date(1_700_000_000_000),
  };
  expect(transactionOf(transaction({}))).toEqual(read);
  expect(transactionOf(transaction({ source: { id: "po_1" } }))).toEqual(read);
  expect(transactionOf(transaction({ source: null }))).toEqual({ ...read, sourceId: null });
});

it.each<[string, object, string]>([
  ["a charge", { type: "charge" }, "charge"],
  ["a charge of another method", { type: "payment" }, "charge"],
  ["a refund", { type: "refund" }, "refund"],
  ["a refund of another method", { type: "payment_refund" }, "refund"],
  ["a refund that failed", { type: "refund_failure" }, "refund_failure"],
  ["a failed refund of another method", { type: "payment_failure_refund" }, "refund_failure"],
  ["a dispute", { type: "adjustment", source: "du_1", reporting_category: "dispute" }, "dispute"],
  ["an older dispute", { type: "adjustment", source: "dp_1", reporting_category: "dispute" }, "dispute"],
  [
    "a dispute won",
    { type: "adjustment", source: "du_1", reporting_category: "dispute_reversal" },
    "dispute",
  ],
  ["a fee that is returned", { type: "adjustment", source: null, reporting_category: "fee" }, "fee"],
  ["another adjustment", { type: "adjustment", reporting_category: "other_adjustment" }, "other"],
  ["a fee of its own", { type: "stripe_fee" }, "fee"],
  ["a fee for changing money", { type: "stripe_fx_fee" }, "fee"],
  ["tax on fees", { type: "tax_fee" }, "fee"],
  ["a payout", { type: "payout" }, "payout"],
  ["a payout that was canceled", { type: "payout_cancel" }, "payout"],
  ["a payout that failed", { type: "payout_failure" }, "payout"],
  ["a deposit", { type: "topup" }, "payout"],
  ["a deposit that failed", { type: "topup_reversal" }, "payout"],
  ["money set aside", { type: "reserve_transaction" }, "reserve"],
  ["money set aside or released", { type: "reserved_funds" }, "reserve"],
  ["a platform's transfer", { type: "transfer" }, "other"],
  ["a type that is newer than this release", { type: "moonbeam" }, "other"],
])("reads %s", (_, given, kind) => {
  expect(transactionOf(transaction(given)).kind).toBe(kind);
});
