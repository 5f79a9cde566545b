import type { Payment } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { getOwnPayment, type PaymentRow, paymentOfRow, readPayment } from "../model/payment-row.ts";
import type { PaymentPorts } from "../ports.ts";
import { isUnpaid } from "./policy.ts";
import { settlePayment } from "./settle-payment.ts";

export const getPayment = async (
  ctx: WorkspaceCtx & PaymentPorts,
  { id }: { id: string },
): Promise<Payment> => paymentOfRow(await getSettledPayment(ctx, id));

/** The true state, even if the person returns to the panel before the processor's notice arrives. */
export async function getSettledPayment(ctx: WorkspaceCtx & PaymentPorts, id: string): Promise<PaymentRow> {
  requireRight(ctx.actor, "payments:read");
  const row = await getOwnPayment(ctx, id);
  if (!isUnpaid(row.status)) {
    return row;
  }
  await settlePayment(ctx, row.id, { isQuick: true });
  return readPayment(ctx.db, row.id);
}
