import type { OperatorRefund } from "@zonepost/schema";
import type { OperatorCtx } from "../../../kernel/ctx.ts";
import { publicId } from "../../../kernel/ids.ts";
import { recordOperatorAct } from "../../accounts/index.ts";
import { declineRefund, getRefundRow, listRefundsOfPayment, lockPayment } from "../../payments/index.ts";
import { operatorRefundOf } from "./get-payment.ts";

/** Ends a workspace's request for a refund. The workspace sees that, without the reason. */
export async function declineRefundForOperator(
  ctx: OperatorCtx,
  refundId: string,
  { reason }: { reason: string },
): Promise<OperatorRefund> {
  const { paymentId } = await getRefundRow(ctx.db, refundId);
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    // Read again under the lock: it may have been refunded since.
    const row = await declineRefund(tx, await getRefundRow(tx, refundId), now);
    const act = {
      workspaceId: payment.workspaceId,
      action: "operator.refund_declined",
      target: publicId("pay", payment.id),
      details: { id: refundId, amountCents: row.amountCents, reason },
    };
    await recordOperatorAct(tx, ctx, act, now);
    return operatorRefundOf(row, payment, await listRefundsOfPayment(tx, payment.id));
  });
}
