import type { Context } from "../context.ts";
import type { Stored } from "../objects/kinds.ts";
import { newPayout } from "../objects/payout.ts";
import { invalidRequest } from "../stripe-error.ts";
import { moveBalance } from "./move-balance.ts";

type Payout = Stored<"payout">;

/** Pays out an amount, or all that there is. */
export async function payOut(
  context: Context,
  { amount: given, currency }: { amount: number | undefined; currency: string },
): Promise<Payout> {
  const { objects, emit, now } = context;
  const balance = await objects.balance(currency);
  const amount = given ?? balance;
  if (amount <= 0 || amount > balance) {
    throw invalidRequest(`The balance of ${balance} ${currency} doesn't cover a payout of ${amount}.`, {
      code: "balance_insufficient",
      param: "amount",
    });
  }
  const made = newPayout({ amount, currency }, now);
  const transaction = await moveBalance(context, {
    type: "payout",
    amount: -amount,
    currency,
    source: made.id,
    description: "STRIPE PAYOUT",
  });
  const payout: Payout = { body: { ...made, balance_transaction: transaction.id }, hidden: {} };
  await objects.insert("payout", payout);
  await emit("payout.created", payout.body);
  await emit("payout.paid", payout.body);
  return payout;
}

/** The bank returns a payout, even days after it was paid. */
export async function failPayout(context: Context, payout: Payout): Promise<Payout> {
  const { objects, emit } = context;
  const { id, amount, currency, status } = payout.body;
  if (status === "failed") {
    throw invalidRequest(`The payout ${id} has failed before.`);
  }
  const returned = await moveBalance(context, { type: "payout_failure", amount, currency, source: id });
  const body = {
    ...payout.body,
    status: "failed" as const,
    failure_balance_transaction: returned.id,
    failure_code: "account_closed",
    failure_message: "The bank account has been closed.",
  };
  await objects.save("payout", { ...payout, body });
  await emit("payout.failed", body, payout.body);
  return { ...payout, body };
}
