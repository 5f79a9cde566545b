import type { OperatorRefund } from "@zonepost/schema";
import { storedActor } from "../../../kernel/actor.ts";
import { type OperatorCtx, workspaceSideOf } from "../../../kernel/ctx.ts";
import { publicId } from "../../../kernel/ids.ts";
import { recordOperatorAct } from "../../accounts/index.ts";
import {
  getRefundRow,
  listRefundsOfPayment,
  lockPayment,
  readRefundableCents,
  refundTooLarge,
  requireRetryable,
  retryRefund,
  sendRefund,
} from "../../payments/index.ts";
import { readLines } from "../order-row.ts";
import type { OrderPorts } from "../ports.ts";
import { readLeftCents } from "../use-cases/lines/refund-line.ts";
import { operatorRefundOf } from "./get-payment.ts";

/** Makes a refund that failed once more, or one that waits for the operator. */
export async function retryRefundForOperator(
  ctx: OperatorCtx & OrderPorts,
  refundId: string,
): Promise<OperatorRefund> {
  const { id, paymentId } = await getRefundRow(ctx.db, refundId);
  const side = workspaceSideOf(ctx);
  const now = await ctx.clock.now();
  const made = await ctx.db.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    const all = await listRefundsOfPayment(tx, paymentId);
    const refund = all.find((each) => each.id === id);
    if (!refund) {
      throw new Error(`the refund ${id} was dropped`);
    }
    const lines = await readLines(tx, payment.orderId);
    const left = await readLeftCents(tx, payment, lines);
    requireRetryable(refund, all);
    // Its money may have been returned otherwise since.
    if (refund.lineAmounts.some(({ lineId, amountCents }) => amountCents > (left.get(lineId) ?? 0))) {
      throw refundTooLarge(await readRefundableCents(tx, payment));
    }
    const row = await retryRefund(tx, side, { payment, refund, requestedBy: storedActor(side.actor) }, now);
    const { workspaceId } = payment;
    const details = { id: publicId("rfd", row.id), retryOf: refundId, amountCents: row.amountCents };
    const act = {
      workspaceId,
      action: "operator.refund_retried",
      target: publicId("pay", paymentId),
      details,
    };
    await recordOperatorAct(tx, ctx, act, now);
    return { row, payment };
  });
  const sent = await sendRefund(side, made.row.id);
  return operatorRefundOf(sent, made.payment, await listRefundsOfPayment(ctx.db, paymentId));
}
