import type { Context } from "../context.ts";
import {
  type BalanceTransaction,
  type Movement,
  newBalanceTransaction,
} from "../objects/balance-transaction.ts";

/** Records money that arrives at or leaves the account's balance. */
export async function moveBalance(
  { objects, now }: Context,
  movement: Omit<Movement, "fee" | "feeDescription" | "description"> & Partial<Movement>,
): Promise<BalanceTransaction> {
  const body = newBalanceTransaction(
    { fee: 0, feeDescription: "Stripe processing fees", description: null, ...movement },
    now,
  );
  await objects.insert("balance_transaction", { body, hidden: {} });
  return body;
}
