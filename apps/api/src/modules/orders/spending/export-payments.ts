import type { PaymentExportQuery } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { type CsvCell, csvChunkSize, csvInChunks } from "../../../kernel/http/csv.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { cardInWords, type PaymentRow, readReceiptNumbers } from "../../payments/index.ts";
import { readLinesOf } from "../model/list-orders.ts";
import type { OrderLineRow } from "../model/order-row.ts";
import { lineInWords } from "../model/policy.ts";
import type { OrderPorts } from "../ports.ts";
import { readPayments } from "./list-payments.ts";

const columns = [
  "date",
  "status",
  "items",
  "amount_cents",
  "tax_cents",
  "refunded_cents",
  "currency",
  "card",
  "receipt",
  "order_id",
  "id",
];

/** The payments that the filter includes, newest first. */
export function exportPayments(
  ctx: WorkspaceCtx & OrderPorts,
  filter: PaymentExportQuery,
): Promise<AsyncIterable<string>> {
  requireRight(ctx.actor, "payments:read");
  return csvInChunks(
    columns,
    (last: PaymentRow | undefined) => readPayments(ctx, filter, { after: last?.id, limit: csvChunkSize }),
    async (rows) => {
      const [lines, receipts] = await Promise.all([
        readLinesOf(
          ctx,
          rows.map(({ orderId }) => orderId),
        ),
        readReceiptNumbers(
          ctx.db,
          rows.map(({ id }) => id),
        ),
      ]);
      return rows.map((row) => cellsOf(row, lines.get(row.orderId) ?? [], receipts.get(row.id)));
    },
  );
}

const cellsOf = (row: PaymentRow, lines: readonly OrderLineRow[], receipt: number | undefined): CsvCell[] => [
  (row.receivedAt ?? row.createdAt).toISOString(),
  row.status,
  lines.map(lineInWords).join("; "),
  row.amountCents,
  row.taxCents,
  row.refundedCents,
  row.currency,
  row.card ? cardInWords("en", row.card) : "",
  receipt ?? "",
  publicId("ord", row.orderId),
  publicId("pay", row.id),
];
