import { orderLines, orders } from "@zonepost/db";
import { eq } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import { readPayment } from "../../payments/index.ts";
import { confirmationOf } from "../model/policy.ts";
import { isWithheld } from "./is-withheld.ts";

/**
 * Null if the line's domain may leave. It may not while its payment has an open or lost dispute.
 *
 * @param untilConfirmed whether it may only leave once its payment is confirmed
 */
export const createFindUnconfirmedPayment =
  ({ untilConfirmed }: { untilConfirmed: boolean }) =>
  async (db: Queryable, lineId: string): Promise<{ confirmsAt: Date | null } | null> => {
    const [order] = await db
      .select({ paymentId: orders.paymentId, owedCents: orders.owedCents })
      .from(orderLines)
      .innerJoin(orders, eq(orders.id, orderLines.orderId))
      .where(eq(orderLines.id, lineId));
    if (!order?.paymentId) {
      return null;
    }
    if (await isWithheld(db, order)) {
      return { confirmsAt: null };
    }
    return untilConfirmed ? confirmationOf(await readPayment(db, order.paymentId)) : null;
  };
