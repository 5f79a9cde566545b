import type { Queryable } from "../../../kernel/ctx.ts";
import { hasOpenOrLostDispute } from "../../payments/index.ts";
import type { OrderRow } from "../model/order-row.ts";

/** Whether the bank has the money of an order, or has had it back without a settlement. */
export const isWithheld = async (
  db: Queryable,
  { paymentId, owedCents }: Pick<OrderRow, "paymentId" | "owedCents">,
): Promise<boolean> =>
  paymentId !== null && (await hasOpenOrLostDispute(db, paymentId, { isSettled: owedCents === 0 }));
