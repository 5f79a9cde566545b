import { orders } from "@zonepost/db";
import type { PaymentListItem } from "@zonepost/schema/panel";
import { and, eq, isNotNull } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { listPaymentRows, paymentOfRow, stoppedCooldownOf } from "../../payments/index.ts";
import { readLinesOf } from "../model/list-orders.ts";
import { lineOfRow } from "../model/order-row.ts";
import type { OrderPorts } from "../ports.ts";

/** All payments with what they pay for, newest first. */
export async function listPaidOrders(ctx: WorkspaceCtx & OrderPorts): Promise<PaymentListItem[]> {
  const payments = await listPaymentRows(ctx);
  const found = await ctx.db
    .select({ id: orders.id, state: orders.state })
    .from(orders)
    .where(and(eq(orders.workspaceId, ctx.actor.workspaceId), isNotNull(orders.paymentId)));
  const states = new Map(found.map(({ id, state }) => [id, state]));
  const lines = await readLinesOf(ctx, [...states.keys()]);
  return payments.flatMap((row) => {
    const orderState = states.get(row.orderId);
    if (!orderState) {
      return [];
    }
    const ofOrder = (lines.get(row.orderId) ?? []).map((line) => lineOfRow(line, orderState));
    return [{ ...paymentOfRow(row), ...stoppedCooldownOf(row), orderState, lines: ofOrder }];
  });
}
