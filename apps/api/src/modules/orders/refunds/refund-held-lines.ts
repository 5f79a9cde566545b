import type { Transaction } from "@zonepost/db";
import type { Ctx } from "../../../kernel/ctx.ts";
import { listRefundsOfPayment, type PaymentRow } from "../../payments/index.ts";
import { automatic, refundLine } from "../carrying-out/refund-line.ts";
import { readLines } from "../model/order-row.ts";
import { mayUndoWithoutOperator } from "./undone-registrations.ts";

/**
 * Lines that failed, or were undone, while the bank had their money. The sweep of refunds sends their refunds, unless the
 * workspace has undone too many: then they wait for the operator, as they do if they waited before.
 */
export async function refundHeldLines(
  tx: Transaction,
  ctx: Ctx & { undoneRegistrations: number | null },
  payment: PaymentRow,
  now: Date,
): Promise<void> {
  const { undoneRegistrations } = ctx;
  const waiting = (await listRefundsOfPayment(tx, payment.id))
    .filter(({ state, reason }) => state === "waiting" && reason !== "requested")
    .flatMap(({ lineAmounts }) => lineAmounts.map(({ lineId }) => lineId));
  const held = (await readLines(tx, payment.orderId)).filter(
    ({ id, state, kind, undoneAt }) =>
      !waiting.includes(id) && (state === "failed" || (kind === "registration" && undoneAt !== null)),
  );
  for (const line of held) {
    const isUndone = line.failure === null;
    const counting = { workspaceId: line.workspaceId, undoneRegistrations };
    const isWaiting = isUndone && !(await mayUndoWithoutOperator(tx, counting, now));
    const reason = isUndone ? "domain_deleted" : "line_failed";
    const request = { ...automatic, reason, isWaiting, requestId: ctx.requestId } as const;
    await refundLine(tx, ctx, { payment, line, ...request }, now);
  }
}
