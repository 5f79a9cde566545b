import type { OperatorPaymentDetails, OperatorRefund } from "@zonepost/schema";
import type { Queryable } from "../../../kernel/ctx.ts";
import { publicId } from "../../../kernel/ids.ts";
import {
  getPaymentForOperator,
  listRefundsOfPayment,
  type PaymentRow,
  type RefundRow,
  readDisputes,
  readRefundableCents,
} from "../../payments/index.ts";
import { orderOfRow, readOrder, refundOfRow } from "../model/order-row.ts";

/** The payment, and what it paid for: nothing else of its workspace. */
export async function getOperatorPayment(
  { db }: { db: Queryable },
  id: string,
): Promise<OperatorPaymentDetails> {
  const { payment, shown } = await getPaymentForOperator(db, id);
  const refunds = await listRefundsOfPayment(db, payment.id);
  return {
    ...shown,
    order: orderOfRow(await readOrder(db, payment.orderId)),
    refundableCents: payment.receivedAt === null ? 0 : await readRefundableCents(db, payment),
    disputes: await readDisputes(db, payment.id),
    refunds: refunds.map((row) => operatorRefundOf(row, payment, refunds)),
  };
}

export function operatorRefundOf(
  row: RefundRow,
  payment: PaymentRow,
  all: readonly RefundRow[],
): OperatorRefund {
  const retry = all.find(({ retryOfId }) => retryOfId === row.id);
  return {
    ...refundOfRow(row, payment),
    lines: row.lineAmounts.map(({ lineId, amountCents, isGivenAway = false }) => ({
      lineId: publicId("orl", lineId),
      amountCents,
      isGivenAway,
    })),
    note: row.note,
    requestedBy: { kind: row.requestedBy.kind, name: row.requestedBy.name },
    retriedAs: retry ? publicId("rfd", retry.id) : null,
  };
}
