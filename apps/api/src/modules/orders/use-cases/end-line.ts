import { orderLines, orders, type Transaction } from "@zonepost/db";
import { and, eq, gt, inArray } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { wakeWorkers } from "../../../kernel/wake.ts";
import type { LineFailure } from "../errors.ts";
import { type OrderLineRow, type OrderRow, readLines } from "../order-row.ts";
import { nextOrderState, orderEnding } from "../policy.ts";

/** No more work, and no secret that was needed for it. */
const atRest = { nextAttemptAt: null, leasedUntil: null, secretEncrypted: null } as const;

/** In the transaction that carries the line out, if the work is only done in our own database. */
export async function completeLine(
  tx: Transaction,
  line: Pick<OrderLineRow, "id" | "orderId" | "domainName">,
  operationId: string | null,
  now: Date,
): Promise<void> {
  const order = await lockOrder(tx, line.orderId);
  await tx
    .update(orderLines)
    .set({ ...atRest, state: "completed", operationId, finishedAt: now })
    .where(and(eq(orderLines.id, line.id), eq(orderLines.state, "running")));
  await continueOrder(tx, order, line, now);
}

export async function failLine(
  ctx: Ctx,
  line: OrderLineRow,
  failure: LineFailure,
  operationId: string | null,
): Promise<void> {
  const now = await ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, line.orderId);
    await tx
      .update(orderLines)
      .set({ ...atRest, state: "failed", failure, operationId, finishedAt: now })
      .where(and(eq(orderLines.id, line.id), inArray(orderLines.state, ["pending", "running"])));
    await continueOrder(tx, order, line, now);
  });
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
