import type { OperatorPaymentDetails } from "@zonepost/schema";
import type { OperatorCtx } from "../../../kernel/ctx.ts";
import { getPaymentForOperator, releaseWarning } from "../../payments/index.ts";
import { liftLostDispute } from "../losses/lift-lost-dispute.ts";
import type { OrderPorts } from "../ports.ts";
import { getOperatorPayment } from "./get-payment.ts";

/** Ends what stops a workspace because of a payment: what a lost dispute leaves owed, or a fraud warning. */
export async function releaseForOperator(
  ctx: OperatorCtx & OrderPorts,
  { id, reason }: { id: string; reason: string },
): Promise<OperatorPaymentDetails> {
  const { payment } = await getPaymentForOperator(ctx.db, id);
  const { id: paymentId, orderId } = payment;
  if (!(await liftLostDispute(ctx, { orderId, paymentId, reason }))) {
    await releaseWarning(ctx, { id, reason });
  }
  return getOperatorPayment(ctx, id);
}
