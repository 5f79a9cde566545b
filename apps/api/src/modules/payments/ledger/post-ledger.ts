import { ledgerEntries, type Transaction } from "@zonepost/db";
import { newId } from "../../../kernel/ids.ts";
import type { PaymentRow } from "../model/payment-row.ts";
import { type LedgerEntry, requireBalanced } from "./ledger-policy.ts";

export type LedgerTransaction = {
  /** Such as `charge:<attempt>` or `refund:<id>`: an effect is posted once, however often it is reported. */
  cause: string;
  /** Null for money of the installation, such as payouts. */
  workspaceId: string | null;
  orderId: string | null;
  paymentId: string | null;
  description: string;
  entries: readonly LedgerEntry[];
  currency: string;
};

/**
 * Posts one ledger transaction in the database transaction of its effect. Does nothing if its cause has been posted.
 * Without entries there is nothing to post: a total of 0 moves no money.
 */
export async function postLedger(tx: Transaction, posted: LedgerTransaction, now: Date): Promise<void> {
  const { entries, ...shared } = posted;
  requireBalanced(entries);
  if (entries.length === 0) {
    return;
  }
  const transactionId = newId();
  await tx
    .insert(ledgerEntries)
    .values(entries.map((entry) => ({ id: newId(), transactionId, occurredAt: now, ...shared, ...entry })))
    .onConflictDoNothing({ target: [ledgerEntries.cause, ledgerEntries.account] });
}

/** The same for money of a payment. */
export const postForPayment = (
  tx: Transaction,
  { id: paymentId, workspaceId, orderId, currency }: PaymentRow,
  posted: Pick<LedgerTransaction, "cause" | "description" | "entries">,
  now: Date,
): Promise<void> => postLedger(tx, { ...posted, paymentId, workspaceId, orderId, currency }, now);
