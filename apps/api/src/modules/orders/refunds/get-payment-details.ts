import type { PaymentDetails } from "@zonepost/schema/panel";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { publicId } from "../../../kernel/ids.ts";
import {
  getSettledPayment,
  listRefundsOfPayment,
  paymentOfRow,
  readPaymentHistory,
  readRefundableCents,
  stoppedCooldownOf,
} from "../../payments/index.ts";
import { orderOfRow, readOrder, refundOfRow } from "../model/order-row.ts";
import type { OrderPorts } from "../ports.ts";
import { listOwnRefundable } from "./refund-payment.ts";
import { mayRequestRefund } from "./request-from-operator.ts";

export async function getPaymentDetails(
  ctx: WorkspaceCtx & OrderPorts,
  { id }: { id: string },
): Promise<PaymentDetails> {
  const payment = await getSettledPayment(ctx, id);
  const refunds = await listRefundsOfPayment(ctx.db, payment.id);
  const found = await readOrder(ctx.db, payment.orderId);
  return {
    ...paymentOfRow(payment),
    ...stoppedCooldownOf(payment),
    ...(await readPaymentHistory(ctx.db, payment.id)),
    order: orderOfRow(found),
    suspendsIfLost: ctx.suspendsUnpaid,
    takenBackCents: found.order.lostCents,
    refundableCents: payment.receivedAt === null ? 0 : await readRefundableCents(ctx.db, payment),
    refundableLineIds: (await listOwnRefundable(ctx, payment)).map((lineId) => publicId("orl", lineId)),
    mayRequestRefund: await mayRequestRefund(ctx, payment),
    refunds: refunds.map((row) => ({
      ...refundOfRow(row, payment),
      requestedBy: { kind: row.requestedBy.kind, name: row.requestedBy.name },
    })),
  };
}
