import { orderLines, orders } from "@zonepost/db";
import type { OrderPage, OrderPageInput } from "@zonepost/schema/panel";
import { and, desc, eq, sql } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { readPage, rowAtPlace } from "../../../kernel/http/page.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { isVisibleTo } from "./get-order.ts";
import { isIncluded } from "./list-orders.ts";
import { orderOfRow } from "./order-row.ts";

const isOpen = sql`(${orders.finishedAt} is null)`;
const place = sql`${isOpen}, ${orders.id}`;
const isOfOrder = eq(orderLines.orderId, orders.id);
const names = {
  // One order without lines must not keep the others from being listed.
  firstName: sql<string>`coalesce((select domain_name from ${orderLines} where ${isOfOrder} order by position limit 1), '')`,
  nameCount: sql<number>`(select count(distinct domain_name)::int from ${orderLines} where ${isOfOrder})`,
};

/** For the panel: open orders first, each group newest first. */
export async function pageOrders(
  ctx: WorkspaceCtx,
  { limit, cursor, direction: _, ...filter }: OrderPageInput,
): Promise<OrderPage> {
  requireRight(ctx.actor, "domains:read");
  const after = rowAtPlace("ord", { cursor });
  const isShown = await isIncluded(ctx, filter);
  const comesAfter = (id: string) => sql`(${place}) <
    (select ${place} from ${orders} where ${and(isVisibleTo(ctx.actor), eq(orders.id, id))})`;
  const [{ page, nextCursor }, total] = await Promise.all([
    readPage(limit, {
      read: (limit) =>
        ctx.db
          .select({ order: orders, ...names })
          .from(orders)
          .where(and(isShown, after === undefined ? undefined : comesAfter(after)))
          .orderBy(desc(isOpen), desc(orders.id))
          .limit(limit),
      placeOf: ({ order }) => publicId("ord", order.id),
      present: ({ order, ...names }) => ({ ...orderOfRow({ order, lines: [] }), ...names }),
    }),
    after === undefined ? ctx.db.$count(orders, isShown) : null,
  ]);
  return { items: page, nextCursor, total };
}
