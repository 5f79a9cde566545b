import { orderLines, orders } from "@zonepost/db";
import type { Order, OrderExportQuery, OrderQuery } from "@zonepost/schema";
import { and, asc, desc, eq, gte, inArray, lt, type SQL } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { listOrPage, type OperationResult, rowAtPlace } from "../../../kernel/http/page.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { isVisibleTo } from "./get-order.ts";
import { type OrderLineRow, type OrderWithLines, orderOfRow } from "./order-row.ts";
import { ordersWithLine } from "./orders-with-line.ts";

export function listOrders(ctx: WorkspaceCtx, query: OrderQuery = {}): Promise<OperationResult<Order[]>> {
  requireRight(ctx.actor, "domains:read");
  const before = rowAtPlace("ord", query);
  return listOrPage(query, {
    read: (limit) => readOrders(ctx, query, { before, limit }),
    placeOf: ({ order }) => publicId("ord", order.id),
    present: orderOfRow,
  });
}

/** Those that the caller sees and the filter includes, newest first. */
export async function readOrders(
  ctx: WorkspaceCtx,
  filter: OrderExportQuery,
  { before, limit }: { before?: string | undefined; limit: number | undefined },
): Promise<OrderWithLines[]> {
  const isShown = await isIncluded(ctx, filter);
  const found = await ctx.db
    .select()
    .from(orders)
    .where(and(isShown, before === undefined ? undefined : lt(orders.id, before)))
    .orderBy(desc(orders.id))
    .limit(limit ?? Number.MAX_SAFE_INTEGER);
  const lines = await readLinesOf(
    ctx,
    found.map(({ id }) => id),
  );
  return found.map((order) => ({ order, lines: lines.get(order.id) ?? [] }));
}

export async function isIncluded(
  ctx: WorkspaceCtx,
  { state, from, until, ...ofLine }: OrderExportQuery,
): Promise<SQL | undefined> {
  const withLine = await ordersWithLine(ctx, ofLine);
  return and(
    isVisibleTo(ctx.actor),
    withLine && inArray(orders.id, withLine),
    state && eq(orders.state, state),
    from === undefined ? undefined : gte(orders.createdAt, new Date(from)),
    until === undefined ? undefined : lt(orders.createdAt, new Date(until)),
  );
}

export async function readLinesOf(
  { db }: Pick<WorkspaceCtx, "db">,
  orderIds: string[],
): Promise<Map<string, OrderLineRow[]>> {
  const rows =
    orderIds.length === 0
      ? []
      : await db
          .select()
          .from(orderLines)
          .where(inArray(orderLines.orderId, orderIds))
          .orderBy(asc(orderLines.position));
  return Map.groupBy(rows, ({ orderId }) => orderId);
}
