import type { OperatorLedgerQuery } from "@zonepost/schema";
import type { OperatorCtx, Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { dayMs } from "../../../kernel/durations.ts";
import { type CsvCell, csvInChunks } from "../../../kernel/http/csv.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { type ListedTransactions, listLedgerTransactions } from "./list-ledger-transactions.ts";

const columns = [
  "transactionId",
  "occurredAt",
  "account",
  "amountCents",
  "currency",
  "orderId",
  "paymentId",
  "description",
];

type LedgerRow = Awaited<ReturnType<typeof listLedgerTransactions>>[number];

/** The workspace's own transactions, without those that only concern the operator. */
export function exportLedger({ db, actor }: WorkspaceCtx): Promise<AsyncIterable<string>> {
  requireRight(actor, "payments:read");
  const listed = { workspaceId: actor.workspaceId, withOperatorAccounts: false };
  return exportRows(db, listed, columns, csvRow);
}

/** Every account of every workspace, for the operator. */
export function exportWholeLedger(
  { db }: OperatorCtx,
  { from, to }: OperatorLedgerQuery,
): Promise<AsyncIterable<string>> {
  const period = {
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : endOf(to),
  };
  const listed = { workspaceId: null, period, withOperatorAccounts: true };
  return exportRows(db, listed, [...columns, "workspaceId"], (row) => [
    ...csvRow(row),
    row.workspaceId === null ? "" : publicId("wsp", row.workspaceId),
  ]);
}

/** A day is included as a whole. */
const endOf = (to: string): Date =>
  to.includes("T") ? new Date(to) : new Date(new Date(to).getTime() + dayMs);

const exportRows = (
  db: Queryable,
  listed: ListedTransactions,
  names: string[],
  cellsOf: (row: LedgerRow) => CsvCell[],
): Promise<AsyncIterable<string>> =>
  csvInChunks(
    names,
    (last: LedgerRow | undefined) => listLedgerTransactions(db, listed, last?.transactionId ?? null),
    (rows) => rows.map(cellsOf),
  );

const csvRow = (row: LedgerRow): CsvCell[] => [
  publicId("ltx", row.transactionId),
  row.occurredAt.toISOString(),
  row.account,
  row.amountCents,
  row.currency,
  row.orderId === null ? "" : publicId("ord", row.orderId),
  row.paymentId === null ? "" : publicId("pay", row.paymentId),
  row.description,
];
