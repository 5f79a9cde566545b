import { orderLines, orders } from "@zonepost/db";
import { eq } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import { readPayment } from "../../payments/index.ts";
import { confirmationOf } from "../policy.ts";

/** Null if the payment of the line's order is confirmed, or there was nothing to pay. */
export async function findUnconfirmedPayment(
  db: Queryable,
  lineId: string,
): Promise<{ confirmsAt: Date | null } | null> {
  const [order] = await db
    .select({ paymentId: orders.paymentId })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(eq(orderLines.id, lineId));
  return order?.paymentId ? confirmationOf(await readPayment(db, order.paymentId)) : null;
}
