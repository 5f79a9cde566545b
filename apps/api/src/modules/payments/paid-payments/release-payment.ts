import type { Payment } from "@zonepost/schema";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { releaseWarnings } from "../cooldown/release-warnings.ts";
import { paymentNotPausedByWarning } from "../errors.ts";
import { getOwnPayment, paymentOfRow } from "../model/payment-row.ts";
import type { PaymentPorts } from "../ports.ts";
import { reconcilePaidPayment } from "./reconcile-paid-payment.ts";

/** Continues a cooldown that a fraud warning has paused, unless the payment is disputed meanwhile. */
export async function releasePayment(
  ctx: WorkspaceCtx & PaymentPorts,
  input: { id: string },
): Promise<Payment> {
  requireRight(ctx.actor, "payments:write");
  const { id, pauseReason } = await getOwnPayment(ctx, input.id);
  if (pauseReason !== "early_fraud_warning") {
    throw paymentNotPausedByWarning();
  }
  const row = await reconcilePaidPayment(ctx, id, {
    change: async (tx, payment, now) => {
      if ((await releaseWarnings(tx, payment, now)) > 0) {
        const { workspaceId } = payment;
        const target = publicId("pay", id);
        await audit(tx, ctx, { workspaceId, action: "payment.released", target, occurredAt: now });
      }
    },
  });
  return paymentOfRow(row);
}
