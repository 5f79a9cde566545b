import { orderLines, orders } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import { isPaidAndOpen } from "../model/order-row.ts";

/** An order has paid for a renewal of the domain, and its registry hasn't carried it out yet. */
export async function isRenewalPaid(
  db: Queryable,
  { workspaceId, name }: { workspaceId: string; name: string },
): Promise<boolean> {
  const [line] = await db
    .select({ id: orderLines.id })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(
      and(
        eq(orderLines.workspaceId, workspaceId),
        eq(orderLines.kind, "renewal"),
        eq(orderLines.domainName, name),
        isPaidAndOpen,
      ),
    )
    .limit(1);
  return line !== undefined;
}
