import { orders } from "@zonepost/db";
import type { Payment, PaymentExportQuery, PaymentQuery } from "@zonepost/schema";
import type { PaymentListItem } from "@zonepost/schema/panel";
import { inArray } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { listOrPage, type OperationResult, rowAtPlace } from "../../../kernel/http/page.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { listPaymentRows, type PaymentRow, paymentOfRow, stoppedCooldownOf } from "../../payments/index.ts";
import { readLinesOf } from "../model/list-orders.ts";
import { lineOfRow } from "../model/order-row.ts";
import { ordersWithLine } from "../model/orders-with-line.ts";
import type { OrderPorts } from "../ports.ts";

export function listPayments(
  ctx: WorkspaceCtx & OrderPorts,
  query: PaymentQuery,
): Promise<OperationResult<Payment[]>> {
  requireRight(ctx.actor, "payments:read");
  const before = rowAtPlace("pay", query);
  return listOrPage(query, {
    read: (limit) => readPayments(ctx, query, { before, limit }),
    placeOf: (row) => publicId("pay", row.id),
    present: paymentOfRow,
  });
}

/** The payments that the filter includes, newest first. */
export async function readPayments(
  ctx: WorkspaceCtx & OrderPorts,
  { kind, domain, q, ...ofPayment }: PaymentExportQuery,
  page: { before?: string | undefined; limit?: number | undefined },
): Promise<PaymentRow[]> {
  const ofOrders = await ordersWithLine(ctx, { kind, domain, q });
  return listPaymentRows(ctx, { ...ofPayment, ...page, ofOrders });
}

/** For the panel, with what they pay for. */
export async function listPaidOrders(
  ctx: WorkspaceCtx & OrderPorts,
  filter: PaymentExportQuery,
): Promise<PaymentListItem[]> {
  requireRight(ctx.actor, "payments:read");
  return withOrders(ctx, await readPayments(ctx, filter, {}));
}

/** The order of each payment was stored with it. */
async function withOrders(ctx: WorkspaceCtx, payments: readonly PaymentRow[]): Promise<PaymentListItem[]> {
  const orderIds = payments.map(({ orderId }) => orderId);
  const [found, lines] = await Promise.all([
    ctx.db.select({ id: orders.id, state: orders.state }).from(orders).where(inArray(orders.id, orderIds)),
    readLinesOf(ctx, orderIds),
  ]);
  const states = new Map(found.map(({ id, state }) => [id, state]));
  return payments.flatMap((row) => {
    const orderState = states.get(row.orderId);
    if (!orderState) {
      return [];
    }
    const ofOrder = (lines.get(row.orderId) ?? []).map((line) => lineOfRow(line, orderState));
    return [{ ...paymentOfRow(row), ...stoppedCooldownOf(row), orderState, lines: ofOrder }];
  });
}
