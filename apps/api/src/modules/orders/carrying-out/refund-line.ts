import type { StoredActor, Transaction } from "@zonepost/db";
import type { Ctx, Queryable } from "../../../kernel/ctx.ts";
import { AppError } from "../../../kernel/errors.ts";
import {
  isCounted,
  listRefundsOfPayment,
  type PaymentRow,
  readRefundableCents,
  requestRefund,
} from "../../payments/index.ts";
import type { OrderLineRow } from "../model/order-row.ts";
import { withTax } from "../model/policy.ts";

type LineRefund = {
  /** With its lock. */
  payment: PaymentRow;
  line: OrderLineRow;
  reason: "line_failed" | "domain_deleted";
  requestedBy: StoredActor;
  requestId: string | null;
  isWaiting?: boolean;
};

/** Of a line that failed on its own. */
export const automatic = {
  reason: "line_failed",
  requestedBy: { kind: "system", id: null, name: "orders" },
} as const;

/** Stores the refund of what is left of a line, in the transaction of its reason. Undefined if nothing can be refunded. */
export async function refundLine(
  tx: Transaction,
  ctx: Ctx,
  { payment, line, ...rest }: LineRefund,
  now: Date,
): Promise<string | undefined> {
  const leftCents = (await readLeftCents(tx, payment, [line])).get(line.id) ?? 0;
  if (leftCents <= 0) {
    return undefined;
  }
  try {
    const refund = await requestRefund(
      tx,
      ctx,
      {
        payment,
        amountCents: leftCents,
        lineAmounts: [{ lineId: line.id, amountCents: leftCents }],
        ...rest,
      },
      now,
    );
    return refund.id;
  } catch (error) {
    // Disputed, or returned as an amount: the money is on its way back already.
    if (error instanceof AppError && error.kind === "conflict") {
      ctx.log.warn({ err: error, orderLineId: line.id }, "an order line can't be refunded");
      return undefined;
    }
    throw error;
  }
}

/**
 * What is left of each line, with tax, after refunds that succeeded or are on their way. Together no more than is left of
 * the payment, of which any amount can be refunded.
 */
export async function readLeftCents(
  db: Queryable,
  payment: PaymentRow,
  lines: readonly OrderLineRow[],
): Promise<Map<string, number>> {
  const refunds = await listRefundsOfPayment(db, payment.id);
  const returned = refunds.filter(isCounted).flatMap(({ lineAmounts }) => lineAmounts);
  let available = await readRefundableCents(db, payment);
  return new Map(
    lines.map((line) => {
      const ofLine = returned.filter(({ lineId }) => lineId === line.id);
      const unreturned = withTax(line) - ofLine.reduce((sum, { amountCents }) => sum + amountCents, 0);
      const leftCents = Math.max(0, Math.min(unreturned, available));
      available -= leftCents;
      return [line.id, leftCents];
    }),
  );
}
