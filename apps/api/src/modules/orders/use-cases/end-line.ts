import { orderLines, orders, type Transaction } from "@zonepost/db";
import { and, eq, gt, inArray } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { wakeWorkers } from "../../../kernel/wake.ts";
import { lockPayment, type PaymentRow, sendRefund } from "../../payments/index.ts";
import type { LineFailure } from "../errors.ts";
import { type OrderLineRow, type OrderRow, readLines } from "../order-row.ts";
import { nextOrderState, orderEnding } from "../policy.ts";
import type { OrderPorts } from "../ports.ts";
import { recordLineFailure } from "../renewals/record-line-failure.ts";
import { refundLine } from "./refund-line.ts";

/** No more work, and no secret that was needed for it. */
const atRest = { nextAttemptAt: null, leasedUntil: null, secretEncrypted: null } as const;

/** In the transaction that carries the line out, if the work is only done in our own database. */
export async function completeLine(
  tx: Transaction,
  line: Pick<OrderLineRow, "id" | "orderId" | "workspaceId" | "domainName">,
  operationId: string | null,
  now: Date,
): Promise<void> {
  const order = await lockOrder(tx, line.orderId);
  await tx
    .update(orderLines)
    .set({ ...atRest, state: "completed", operationId, finishedAt: now })
    .where(and(eq(orderLines.id, line.id), eq(orderLines.state, "running")));
  if (order.origin === "request") {
    await recheckRenewals(tx, line, now);
  }
  await continueOrder(tx, order, line, now);
}

/** Paid by hand: a renewal that waits for its payment may not be due any more. */
const recheckRenewals = (
  tx: Transaction,
  { workspaceId, domainName }: Pick<OrderLineRow, "workspaceId" | "domainName">,
  now: Date,
) =>
  tx
    .update(orders)
    .set({ cancelsAt: now })
    .where(
      and(
        eq(orders.origin, "renewal"),
        eq(orders.state, "awaiting_payment"),
        inArray(
          orders.id,
          tx
            .select({ id: orderLines.orderId })
            .from(orderLines)
            .where(and(eq(orderLines.workspaceId, workspaceId), eq(orderLines.domainName, domainName))),
        ),
      ),
    );

/** A failed line is refunded: the refund is stored in the transaction of the failure, and sent afterwards. */
export async function failLine(
  ctx: Ctx & OrderPorts,
  line: OrderLineRow,
  failure: LineFailure,
  operationId: string | null,
): Promise<void> {
  const now = await ctx.clock.now();
  const [found] = await ctx.db
    .select({ paymentId: orders.paymentId })
    .from(orders)
    .where(eq(orders.id, line.orderId));
  const paymentId = found?.paymentId ?? null;
  const refundId = await ctx.db.transaction(async (tx) => {
    // The payment's lock comes before the order's, as in everything that payments report.
    const payment = paymentId === null ? undefined : await lockPayment(tx, paymentId);
    const order = await lockOrder(tx, line.orderId);
    if (order.origin === "renewal") {
      // Locks what is renewed before the line, as everything does that its registry reports.
      await recordLineFailure(tx, ctx, line, failure, now);
    }
    const [failed] = await tx
      .update(orderLines)
      .set({ ...atRest, state: "failed", failure, operationId, finishedAt: now })
      .where(and(eq(orderLines.id, line.id), inArray(orderLines.state, ["pending", "running"])))
      .returning();
    if (!failed) {
      return undefined;
    }
    await continueOrder(tx, order, failed, now);
    const { requestId } = order;
    return payment && refundLine(tx, ctx, { payment, line: failed, ...automatic, requestId }, now);
  });
  if (refundId !== undefined) {
    await sendRefund(ctx, refundId);
  }
}

const automatic = {
  reason: "line_failed",
  requestedBy: { kind: "system", id: null, name: "orders" },
} as const;

/** Lines that failed while the bank had their money. The sweep of refunds sends their refunds. */
export async function refundFailedLines(
  tx: Transaction,
  ctx: Ctx,
  payment: PaymentRow,
  now: Date,
): Promise<void> {
  const lines = await readLines(tx, payment.orderId);
  for (const line of lines.filter(({ state }) => state === "failed")) {
    await refundLine(tx, ctx, { payment, line, ...automatic, requestId: ctx.requestId }, now);
  }
}

export async function lockOrder(tx: Transaction, id: string): Promise<OrderRow> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for("update");
  if (!order) {
    throw new Error(`there is no order ${id}`);
  }
  return order;
}

/** Under the order's lock, so that of two workers that end the last lines, the later one sees both. */
async function continueOrder(
  tx: Transaction,
  order: OrderRow,
  { domainName }: Pick<OrderLineRow, "domainName">,
  now: Date,
): Promise<void> {
  const ending = orderEnding(await readLines(tx, order.id));
  const state = ending && nextOrderState(order.state, ending);
  if (state) {
    await tx.update(orders).set({ state, finishedAt: now }).where(eq(orders.id, order.id));
    return;
  }
  // Mail waits for the domain that is bought with it.
  await tx
    .update(orderLines)
    .set({ nextAttemptAt: now })
    .where(
      and(
        eq(orderLines.orderId, order.id),
        eq(orderLines.domainName, domainName),
        gt(orderLines.nextAttemptAt, now),
      ),
    );
  await wakeWorkers(tx, "orders");
}
