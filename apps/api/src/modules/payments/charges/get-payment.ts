import type { Payment } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { getOwnPayment, paymentOfRow, readPayment } from "../model/payment-row.ts";
import type { PaymentPorts } from "../ports.ts";
import { isUnpaid } from "./policy.ts";
import { settlePayment } from "./settle-payment.ts";

/** The true state, even if the person returns to the panel before the processor's notice arrives. */
export async function getPayment(ctx: WorkspaceCtx & PaymentPorts, input: { id: string }): Promise<Payment> {
  requireRight(ctx.actor, "payments:read");
  const row = await getOwnPayment(ctx, input.id);
  if (!isUnpaid(row.status)) {
    return paymentOfRow(row);
  }
  await settlePayment(ctx, row.id, { isQuick: true });
  return paymentOfRow(await readPayment(ctx.db, row.id));
}
