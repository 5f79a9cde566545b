import type { Ctx } from "../../../kernel/ctx.ts";
import { publicId } from "../../../kernel/ids.ts";
import { postSettledLoss } from "../../payments/index.ts";
import { payOwed } from "../losses/lift-lost-dispute.ts";
import { checkSuspension } from "../losses/suspend-unpaid.ts";
import type { OrderLineRow } from "../model/order-row.ts";
import { withTax } from "../model/policy.ts";
import type { OrderPorts } from "../ports.ts";
import { carryOutAtOnce } from "./write-line.ts";

/** Carries out the line of a settlement, once its payment has been received. Fails if less is owed by now. */
export async function settleLoss(ctx: Ctx & OrderPorts, line: OrderLineRow, orderId: string): Promise<void> {
  const now = await ctx.clock.now();
  const amountCents = withTax(line);
  await ctx.db.transaction(async (tx) => {
    const { paymentId } = await carryOutAtOnce(tx, line, {}, now);
    await payOwed(tx, ctx, {
      orderId,
      amountCents,
      details: { settlement: publicId("ord", line.orderId) },
      now,
    });
    if (paymentId !== null) {
      await postSettledLoss(tx, paymentId, now);
    }
  });
  await checkSuspension(ctx, orderId, now);
}
