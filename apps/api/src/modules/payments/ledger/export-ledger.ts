import { ledgerEntries } from "@zonepost/db";
import type { OperatorLedgerQuery } from "@zonepost/schema";
import { and, asc, eq, gt, gte, inArray, lt, notInArray, type SQL } from "drizzle-orm";
import type { OperatorCtx, Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { dayMs } from "../../../kernel/durations.ts";
import { type CsvCell, csvFile } from "../../../kernel/http/csv.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { operatorAccounts } from "./ledger-policy.ts";

const chunkTransactions = 500;
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

type LedgerRow = typeof ledgerEntries.$inferSelect;
type Scope = { db: Queryable; isIncluded: SQL | undefined };

/** The workspace's own transactions, without what only concerns the operator. */
export function exportLedger({ db, actor }: WorkspaceCtx): Promise<AsyncIterable<string>> {
  requireRight(actor, "payments:read");
  const isIncluded = and(
    eq(ledgerEntries.workspaceId, actor.workspaceId),
    notInArray(ledgerEntries.account, [...operatorAccounts]),
  );
  return exportRows({ db, isIncluded }, columns, csvRow);
}

/** Every account of every workspace, for the operator. */
export function exportWholeLedger(
  { db }: OperatorCtx,
  { from, to }: OperatorLedgerQuery,
): Promise<AsyncIterable<string>> {
  const { occurredAt } = ledgerEntries;
  const isIncluded = and(
    from === undefined ? undefined : gte(occurredAt, new Date(from)),
    to === undefined ? undefined : lt(occurredAt, endOf(to)),
  );
  return exportRows({ db, isIncluded }, [...columns, "workspaceId"], (row) => [
    ...csvRow(row),
    publicId("wsp", row.workspaceId),
  ]);
}

/** A day is included as a whole. */
const endOf = (to: string): Date =>
  to.includes("T") ? new Date(to) : new Date(new Date(to).getTime() + dayMs);

/** The first part is read before the response begins, so that an error still gets a problem document. */
async function exportRows(
  scope: Scope,
  names: string[],
  cellsOf: (row: LedgerRow) => CsvCell[],
): Promise<AsyncIterable<string>> {
  return csvFile(names, parts(scope, await readChunk(scope, null), cellsOf));
}

async function* parts(
  scope: Scope,
  first: LedgerRow[],
  cellsOf: (row: LedgerRow) => CsvCell[],
): AsyncIterable<CsvCell[][]> {
  for (let rows = first; rows.length > 0; ) {
    yield rows.map(cellsOf);
    rows = await readChunk(scope, rows.at(-1)?.transactionId ?? null);
  }
}

/** Whole transactions, oldest first, so that each sums to zero even if more are posted during the export. */
function readChunk({ db, isIncluded }: Scope, after: string | null): Promise<LedgerRow[]> {
  const transactions = db
    .selectDistinct({ id: ledgerEntries.transactionId })
    .from(ledgerEntries)
    .where(and(isIncluded, after === null ? undefined : gt(ledgerEntries.transactionId, after)))
    .orderBy(asc(ledgerEntries.transactionId))
    .limit(chunkTransactions);
  return db
    .select()
    .from(ledgerEntries)
    .where(and(isIncluded, inArray(ledgerEntries.transactionId, transactions)))
    .orderBy(asc(ledgerEntries.transactionId), asc(ledgerEntries.id));
}

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
