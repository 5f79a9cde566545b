import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { type CsvCell, csvFile } from "../../../kernel/http/csv.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { listLedgerTransactions } from "./list-ledger-transactions.ts";

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

type LedgerRow = Awaited<ReturnType<typeof readChunk>>[number];

const readChunk = ({ db, actor: { workspaceId } }: WorkspaceCtx, after: string | null) =>
  listLedgerTransactions(db, { workspaceId, withOperatorAccounts: false }, after);

export async function exportLedger(ctx: WorkspaceCtx): Promise<AsyncIterable<string>> {
  requireRight(ctx.actor, "payments:read");
  return csvFile(columns, parts(ctx, await readChunk(ctx, null)));
}

async function* parts(ctx: WorkspaceCtx, first: LedgerRow[]): AsyncIterable<CsvCell[][]> {
  for (let rows = first; rows.length > 0; ) {
    yield rows.map(csvRow);
    rows = await readChunk(ctx, rows.at(-1)?.transactionId ?? null);
  }
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
