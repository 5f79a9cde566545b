import type { OrderExportQuery } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { type CsvCell, csvChunkSize, csvInChunks } from "../../../kernel/http/csv.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { readOrders } from "./list-orders.ts";
import type { OrderWithLines } from "./order-row.ts";

const columns = [
  "placed",
  "finished",
  "order_state",
  "kind",
  "domain",
  "years",
  "plan",
  "state",
  "price_cents",
  "tax_cents",
  "refunded_cents",
  "currency",
  "ordered_by",
  "payment_id",
  "order_id",
  "id",
];

/** A row for each line of the orders that the filter includes, newest order first. */
export function exportOrders(ctx: WorkspaceCtx, filter: OrderExportQuery): Promise<AsyncIterable<string>> {
  requireRight(ctx.actor, "domains:read");
  return csvInChunks(
    columns,
    (last: OrderWithLines | undefined) =>
      readOrders(ctx, filter, { before: last?.order.id, limit: csvChunkSize }),
    (orders) => orders.flatMap(cellsOf),
  );
}

const cellsOf = ({ order, lines }: OrderWithLines): CsvCell[][] =>
  lines.map((line) => [
    order.createdAt.toISOString(),
    order.finishedAt?.toISOString() ?? "",
    order.state,
    line.kind,
    line.domainName,
    line.years ?? "",
    line.planSlug ?? "",
    line.state,
    line.priceCents,
    line.taxCents,
    line.refundedCents,
    order.currency,
    order.actor.name,
    order.paymentId === null ? "" : publicId("pay", order.paymentId),
    publicId("ord", order.id),
    publicId("orl", line.id),
  ]);
