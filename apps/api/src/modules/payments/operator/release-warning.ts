import { audit } from "../../../kernel/audit.ts";
import { type OperatorCtx, workspaceSideOf } from "../../../kernel/ctx.ts";
import { publicId } from "../../../kernel/ids.ts";
import { recordOperatorAct } from "../../accounts/index.ts";
import { releaseWarnings } from "../cooldown/release-warnings.ts";
import { paymentNotPausedByWarning } from "../errors.ts";
import { reconcilePaidPayment } from "../paid-payments/reconcile-paid-payment.ts";
import type { PaymentPorts } from "../ports.ts";
import { getPaymentForOperator } from "./list-payments.ts";

/** Continues a cooldown that a fraud warning has paused, unless the payment is disputed meanwhile. */
export async function releaseWarning(
  ctx: OperatorCtx & PaymentPorts,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const { payment } = await getPaymentForOperator(ctx.db, id);
  if (payment.pauseReason !== "early_fraud_warning") {
    throw paymentNotPausedByWarning();
  }
  const side = workspaceSideOf(ctx);
  await reconcilePaidPayment(side, payment.id, {
    change: async (tx, row, now) => {
      if ((await releaseWarnings(tx, row, now)) > 0) {
        const { workspaceId } = row;
        const target = publicId("pay", row.id);
        await audit(tx, side, { workspaceId, action: "payment.released", target, occurredAt: now });
        const act = { workspaceId, action: "operator.payment_released", target, details: { reason } };
        await recordOperatorAct(tx, ctx, act, now);
      }
      return row;
    },
  });
}
