import type { Transaction } from "@zonepost/db";
import type { OperatorRefund, OperatorRetryInput } from "@zonepost/schema";
import { storedActor } from "../../../kernel/actor.ts";
import { type OperatorCtx, workspaceSideOf } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { publicId } from "../../../kernel/ids.ts";
import { recordOperatorAct } from "../../accounts/index.ts";
import {
  getRefundRow,
  listRefundsOfPayment,
  lockPayment,
  type PaymentRow,
  type RefundRow,
  readPayment,
  readRefundableCents,
  reconcilePaidPayment,
  recordOutsideRefund,
  refundNotRetryable,
  refundTooLarge,
  requireProcessor,
  requireRetryable,
  retryRefund,
  sendRefund,
} from "../../payments/index.ts";
import { readLeftCents } from "../carrying-out/refund-line.ts";
import { readLines } from "../model/order-row.ts";
import type { OrderPorts } from "../ports.ts";
import { operatorRefundOf } from "./get-payment.ts";

/**
 * Makes a refund that failed once more, or one that waits for the operator. A refund that failed can also be recorded as paid
 * in another way: then the processor isn't asked.
 */
export async function retryRefundForOperator(
  ctx: OperatorCtx & OrderPorts,
  refundId: string,
  { settledBy, reason }: OperatorRetryInput,
): Promise<OperatorRefund> {
  const { id, paymentId } = await getRefundRow(ctx.db, refundId);
  requireProcessor(ctx);
  const side = workspaceSideOf(ctx);
  const outside = settledBy === "other" ? { note: reason ?? "" } : undefined;
  let made: RefundRow | undefined;
  if (outside) {
    await reconcilePaidPayment(side, paymentId, {
      change: async (tx, payment, now) => {
        const row = await retry(tx, ctx, { id, payment, outside }, now);
        made = row;
        return recordOutsideRefund(tx, side, { payment, row, now });
      },
    });
  } else {
    const now = await ctx.clock.now();
    made = await ctx.db.transaction(async (tx) =>
      retry(tx, ctx, { id, payment: await lockPayment(tx, paymentId), reason }, now),
    );
    await sendRefund(side, made.id);
  }
  const all = await listRefundsOfPayment(ctx.db, paymentId);
  const row = all.find((each) => each.id === made?.id);
  if (!row) {
    throw new Error(`the refund ${id} was not retried`);
  }
  return operatorRefundOf(row, await readPayment(ctx.db, paymentId), all);
}

type Retrying = {
  id: string;
  /** With its lock. */
  payment: PaymentRow;
  outside?: { note: string };
  reason?: string | undefined;
};

async function retry(
  tx: Transaction,
  ctx: OperatorCtx & OrderPorts,
  { id, payment, outside, reason = outside?.note }: Retrying,
  now: Date,
): Promise<RefundRow> {
  const side = workspaceSideOf(ctx);
  const refund = (await listRefundsOfPayment(tx, payment.id)).find((each) => each.id === id);
  if (!refund) {
    throw notFound();
  }
  requireRetryable(refund);
  if (outside && refund.state !== "failed") {
    throw refundNotRetryable("waiting");
  }
  // Its money may have been returned otherwise since.
  const left = await readLeftCents(tx, payment, await readLines(tx, payment.orderId));
  if (refund.lineAmounts.some(({ lineId, amountCents }) => amountCents > (left.get(lineId) ?? 0))) {
    throw refundTooLarge(await readRefundableCents(tx, payment));
  }
  const requestedBy = storedActor(side.actor);
  const row = await retryRefund(tx, side, { payment, refund, requestedBy, outside }, now);
  const act = {
    workspaceId: payment.workspaceId,
    action: outside ? "operator.refund_paid_otherwise" : "operator.refund_retried",
    target: publicId("pay", payment.id),
    details: {
      id: publicId("rfd", row.id),
      retryOf: publicId("rfd", id),
      amountCents: row.amountCents,
      ...(reason === undefined ? {} : { reason }),
    },
  };
  await recordOperatorAct(tx, ctx, act, now);
  return row;
}
