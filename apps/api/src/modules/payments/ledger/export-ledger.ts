import { ledgerEntries } from "@zonepost/db";
import { and, asc, eq, gt, inArray, notInArray } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
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

type LedgerRow = Awaited<ReturnType<typeof readChunk>>[number];

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

/** Whole transactions, oldest first, so that each sums to zero even if more are posted during the export. */
function readChunk({ db, actor: { workspaceId } }: WorkspaceCtx, after: string | null) {
  const isOwn = and(
    eq(ledgerEntries.workspaceId, workspaceId),
    notInArray(ledgerEntries.account, [...operatorAccounts]),
  );
  const transactions = db
    .selectDistinct({ id: ledgerEntries.transactionId })
    .from(ledgerEntries)
    .where(and(isOwn, after === null ? undefined : gt(ledgerEntries.transactionId, after)))
    .orderBy(asc(ledgerEntries.transactionId))
    .limit(chunkTransactions);
  return db
    .select()
    .from(ledgerEntries)
    .where(and(isOwn, inArray(ledgerEntries.transactionId, transactions)))
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
