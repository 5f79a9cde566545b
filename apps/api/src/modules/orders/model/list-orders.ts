import { orderLines, orders } from "@zonepost/db";
import type { Order, PageQuery } from "@zonepost/schema";
import { and, asc, desc, inArray, lt } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { listOrPage, type OperationResult, rowAtPlace } from "../../../kernel/http/page.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { isVisibleTo } from "./get-order.ts";
import { type OrderLineRow, orderOfRow } from "./order-row.ts";

export async function listOrders(
  ctx: WorkspaceCtx,
  query: PageQuery = {},
): Promise<OperationResult<Order[]>> {
  requireRight(ctx.actor, "domains:read");
  const before = rowAtPlace("ord", query);
  return listOrPage(query, {
    async read(limit) {
      const found = await ctx.db
        .select()
        .from(orders)
        .where(and(isVisibleTo(ctx.actor), before === undefined ? undefined : lt(orders.id, before)))
        .orderBy(desc(orders.id))
        .limit(limit ?? Number.MAX_SAFE_INTEGER);
      const lines = await readLinesOf(
        ctx,
        found.map(({ id }) => id),
      );
      return found.map((order) => ({ order, lines: lines.get(order.id) ?? [] }));
    },
    placeOf: ({ order }) => publicId("ord", order.id),
    present: orderOfRow,
  });
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
