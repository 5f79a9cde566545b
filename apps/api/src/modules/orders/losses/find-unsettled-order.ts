import { orderLines, orders } from "@zonepost/db";
import type { UnsettledOrder } from "@zonepost/schema/panel";
import { and, asc, eq, exists, gt } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight, seesDomain } from "../../../kernel/rights.ts";
import { isVisibleTo } from "../model/get-order.ts";

/** For the pages of the domain and of its mail. Null without one, or if the caller doesn't see the order. */
export async function findUnsettledOrder(
  { db, actor }: WorkspaceCtx,
  { domainName }: { domainName: string },
): Promise<UnsettledOrder | null> {
  requireRight(actor, "domains:read");
  if (!seesDomain(actor, domainName)) {
    throw notFound();
  }
  const ofDomain = db
    .select({ id: orderLines.id })
    .from(orderLines)
    .where(and(eq(orderLines.orderId, orders.id), eq(orderLines.domainName, domainName)));
  const [order] = await db
    .select()
    .from(orders)
    .where(and(gt(orders.owedCents, 0), isVisibleTo(actor), exists(ofDomain)))
    .orderBy(asc(orders.id))
    .limit(1);
  return order
    ? {
        orderId: publicId("ord", order.id),
        amountCents: order.owedCents ?? 0,
        currency: order.currency,
        suspendsAt: order.suspendsAt?.toISOString() ?? null,
      }
    : null;
}
