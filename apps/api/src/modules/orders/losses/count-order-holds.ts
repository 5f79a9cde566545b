import { orderLines, orders } from "@zonepost/db";
import { and, eq, gt, inArray } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

/** What has to end before a workspace can be erased. */
export async function countOrderHolds(
  db: Queryable,
  workspaceId: string,
): Promise<{ orders: number; losses: number }> {
  const own = eq(orders.workspaceId, workspaceId);
  const open = inArray(orders.state, ["awaiting_payment", "processing"]);
  const openLines = and(
    eq(orderLines.workspaceId, workspaceId),
    inArray(orderLines.state, ["pending", "running"]),
  );
  const [openOrders, lines] = [
    await db.$count(orders, and(own, open)),
    await db.$count(orderLines, openLines),
  ];
  return {
    orders: openOrders > 0 ? openOrders : Math.min(lines, 1),
    losses: await db.$count(orders, and(own, gt(orders.owedCents, 0))),
  };
}
