import { ledgerEntries } from "@zonepost/db";
import { and, asc, eq, gt, gte, inArray, lt, notExists } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Queryable } from "../../../kernel/ctx.ts";
import { operatorAccounts } from "./ledger-policy.ts";

const chunkTransactions = 500;

export type ListedTransactions = {
  /** Null: of all workspaces. */
  workspaceId: string | null;
  /** From this time, and before the other one. */
  period?: { from?: Date | undefined; to?: Date | undefined };
  /** Also those that only concern the operator, such as the registries' costs and bad debt. */
  withOperatorAccounts: boolean;
};

/** Whole transactions, oldest first, so that each sums to zero even if more are posted during an export. */
export function listLedgerTransactions(
  db: Queryable,
  { workspaceId, period, withOperatorAccounts }: ListedTransactions,
  /** The last transaction of the chunk before; null for the first one. */
  after: string | null,
) {
  const other = alias(ledgerEntries, "other");
  const ofOperator = db
    .select({ id: other.id })
    .from(other)
    .where(
      and(
        eq(other.transactionId, ledgerEntries.transactionId),
        inArray(other.account, [...operatorAccounts]),
      ),
    );
  const transactions = db
    .selectDistinct({ id: ledgerEntries.transactionId })
    .from(ledgerEntries)
    .where(
      and(
        workspaceId === null ? undefined : eq(ledgerEntries.workspaceId, workspaceId),
        period?.from && gte(ledgerEntries.occurredAt, period.from),
        period?.to && lt(ledgerEntries.occurredAt, period.to),
        withOperatorAccounts ? undefined : notExists(ofOperator),
        after === null ? undefined : gt(ledgerEntries.transactionId, after),
      ),
    )
    .orderBy(asc(ledgerEntries.transactionId))
    .limit(chunkTransactions);
  return db
    .select()
    .from(ledgerEntries)
    .where(inArray(ledgerEntries.transactionId, transactions))
    .orderBy(asc(ledgerEntries.transactionId), asc(ledgerEntries.id));
}
