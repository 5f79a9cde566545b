import { orderLines, orders } from "@zonepost/db";
import type { Payment, PaymentExportQuery, PaymentQuery } from "@zonepost/schema";
import type { PaymentListItem, PaymentPage, PaymentPageInput } from "@zonepost/schema/panel";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { listOrPage, type OperationResult, readPage, rowAtPlace } from "../../../kernel/http/page.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import {
  countPaymentRows,
  listPaymentRows,
  type PaymentRange,
  type PaymentRow,
  paymentOfRow,
  stoppedCooldownOf,
} from "../../payments/index.ts";
import { lineOfRow } from "../model/order-row.ts";
import { ordersWithLine } from "../model/orders-with-line.ts";
import type { OrderPorts } from "../ports.ts";

const placeOf = (row: PaymentRow) => publicId("pay", row.id);

export function listPayments(
  ctx: WorkspaceCtx & OrderPorts,
  query: PaymentQuery,
): Promise<OperationResult<Payment[]>> {
  requireRight(ctx.actor, "payments:read");
  const after = rowAtPlace("pay", query);
  return listOrPage(query, {
    read: (limit) => readPayments(ctx, query, { after, limit }),
    placeOf,
    present: paymentOfRow,
  });
}

/** The payments that the filter includes, newest first, unless the range sorts them. */
export async function readPayments(
  ctx: WorkspaceCtx & OrderPorts,
  filter: PaymentExportQuery,
  range: PaymentRange,
): Promise<PaymentRow[]> {
  return listPaymentRows(ctx, await filterOf(ctx, filter), range);
}

async function filterOf(ctx: WorkspaceCtx, { kind, domain, q, ...ofPayment }: PaymentExportQuery) {
  return { ...ofPayment, ofOrders: await ordersWithLine(ctx, { kind, domain, q }) };
}

/** For the panel, with what they pay for. */
export async function pagePayments(
  ctx: WorkspaceCtx & OrderPorts,
  { sort, descending, limit, cursor, direction: _, ...query }: PaymentPageInput,
): Promise<PaymentPage> {
  requireRight(ctx.actor, "payments:read");
  const after = rowAtPlace("pay", { cursor });
  const filter = await filterOf(ctx, query);
  const [{ page, nextCursor }, total] = await Promise.all([
    readPage(limit, {
      read: (limit) => listPaymentRows(ctx, filter, { sort, descending, after, limit }),
      placeOf,
      present: (row) => row,
    }),
    after === undefined ? countPaymentRows(ctx, filter) : null,
  ]);
  return { items: await withOrders(ctx, page, query.domain), nextCursor, total };
}

/** The order of each payment was stored with it. */
async function withOrders(
  { db }: WorkspaceCtx,
  payments: readonly PaymentRow[],
  domain: string | undefined,
): Promise<PaymentListItem[]> {
  const orderIds = payments.map(({ orderId }) => orderId);
  const [found, lines] = await Promise.all([
    db
      .select({
        id: orders.id,
        state: orders.state,
        lineCount: sql<number>`(select count(*)::int from ${orderLines} where ${eq(orderLines.orderId, orders.id)})`,
      })
      .from(orders)
      .where(inArray(orders.id, orderIds)),
    db
      .select()
      .from(orderLines)
      .where(
        and(
          inArray(orderLines.orderId, orderIds),
          domain === undefined ? eq(orderLines.position, 0) : eq(orderLines.domainName, domain),
        ),
      )
      .orderBy(asc(orderLines.position)),
  ]);
  const ordersById = new Map(found.map((order) => [order.id, order]));
  const linesByOrder = Map.groupBy(lines, ({ orderId }) => orderId);
  return payments.flatMap((row) => {
    const order = ordersById.get(row.orderId);
    return order === undefined
      ? []
      : {
          ...paymentOfRow(row),
          ...stoppedCooldownOf(row),
          orderState: order.state,
          lines: (linesByOrder.get(row.orderId) ?? []).map((line) => lineOfRow(line, order.state)),
          lineCount: order.lineCount,
        };
  });
}
