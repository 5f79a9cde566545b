import { orderLines, orders } from "@zonepost/db";
import { eq } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import type { RefundOfDeletion } from "../../domains/index.ts";
import { readPayment, refundRefusalNow } from "../../payments/index.ts";
import { readLeftCents } from "../carrying-out/refund-line.ts";
import { readUndoneLeft } from "./undone-registrations.ts";

type Asked = { orderLineId: string; undoneRegistrations: number | null };

/** What deleting the domain in its add grace period returns; null if nothing. */
export async function findRefundOfDeletion(
  db: Queryable,
  { orderLineId, undoneRegistrations }: Asked,
  now: Date,
): Promise<RefundOfDeletion | null> {
  const [found] = await db
    .select({ line: orderLines, paymentId: orders.paymentId })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(eq(orderLines.id, orderLineId));
  if (!found?.paymentId) {
    return null;
  }
  const payment = await readPayment(db, found.paymentId);
  const amountCents = (await readLeftCents(db, payment, [found.line])).get(orderLineId) ?? 0;
  if (amountCents === 0 || (await refundRefusalNow(db, payment, amountCents)) !== undefined) {
    return null;
  }
  const { workspaceId } = payment;
  const undoneLeft = await readUndoneLeft(db, { workspaceId, undoneRegistrations }, now);
  return { amountCents, currency: payment.currency, undoneLeft };
}
