import type { Ctx } from "../../../kernel/ctx.ts";
import { cancelPayment, type PaymentPorts } from "../../payments/index.ts";
import type { LineInput } from "../model/line-input.ts";
import type { OrderWithLines } from "../model/order-row.ts";
import { alreadyOrderedBy } from "./find-contest.ts";

/**
 * Ends the pages and intents of orders that only wait for money, before another order takes their place. One that turns
 * out to be paid, or to be on its way, wins: the purchase is refused.
 */
export async function endReplaced(
  ctx: Ctx & PaymentPorts,
  replaced: readonly OrderWithLines[],
  wanted: readonly LineInput[],
): Promise<void> {
  for (const holder of replaced) {
    const { paymentId } = holder.order;
    const isEnded =
      paymentId === null || (await cancelPayment(ctx, paymentId, { sparesCharges: true })) === "canceled";
    if (!isEnded) {
      throw alreadyOrderedBy(holder, wanted);
    }
  }
}
