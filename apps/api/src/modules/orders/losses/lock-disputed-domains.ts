import { orderLines, orders } from "@zonepost/db";
import { and, eq, lte } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { forEachDueRow } from "../../../kernel/due-work/due-rows.ts";
import type { DueRows } from "../../../kernel/due-work/due-work.ts";
import { hourMs } from "../../../kernel/durations.ts";
import { changeTransferLock, findLockableDomain } from "../../domains/index.ts";
import { type OrderLineRow, readOrder } from "../model/order-row.ts";
import { isOpenLine } from "../model/policy.ts";
import type { OrderPorts } from "../ports.ts";
import { isWithheld } from "./is-withheld.ts";

export const dueDisputeChecks: DueRows = {
  table: orders,
  id: orders.id,
  workspaceId: orders.workspaceId,
  dueAt: orders.disputeCheckAt,
};

type SweepCtx = Ctx & OrderPorts;

/** Sets the transfer lock of domains whose registration is disputed, and removes it once the dispute is won or settled. */
export const lockDisputedDomains = (ctx: SweepCtx, signal: AbortSignal): Promise<void> =>
  forEachDueRow(ctx, dueDisputeChecks, signal, async (id, now) => {
    const isDone = await updateLocks(ctx, id).catch((error: unknown) => {
      ctx.log.warn({ err: error, order: id }, "the transfer locks of a disputed order have to wait");
      return false;
    });
    // Unless its dispute has just changed again.
    await ctx.db
      .update(orders)
      .set({ disputeCheckAt: isDone ? null : new Date(now.getTime() + hourMs) })
      .where(and(eq(orders.id, id), lte(orders.disputeCheckAt, now)));
    return true;
  });

/** False while a registration of the order isn't complete. */
async function updateLocks(ctx: SweepCtx, orderId: string): Promise<boolean> {
  const { order, lines } = await readOrder(ctx.db, orderId);
  const registrations = lines.filter(({ kind }) => kind === "registration");
  const isDisputed = await isWithheld(ctx.db, order);
  for (const line of registrations) {
    await (isDisputed ? lock(ctx, line) : unlock(ctx, line));
  }
  return !isDisputed || !registrations.some(({ state }) => isOpenLine(state));
}

/** Stored first, so that a lock is never left behind. One that the customer has set stays theirs. */
async function lock(ctx: SweepCtx, line: OrderLineRow): Promise<void> {
  const found = await findLockableDomain(ctx, line.id);
  if (found && !found.isLocked) {
    await ctx.db.update(orderLines).set({ isLockedForDispute: true }).where(eq(orderLines.id, line.id));
    await changeTransferLock(ctx, found.domain, true);
  }
}

async function unlock(ctx: SweepCtx, line: OrderLineRow): Promise<void> {
  if (!line.isLockedForDispute) {
    return;
  }
  const found = await findLockableDomain(ctx, line.id);
  if (found?.isLocked) {
    await changeTransferLock(ctx, found.domain, false);
  }
  await ctx.db.update(orderLines).set({ isLockedForDispute: false }).where(eq(orderLines.id, line.id));
}
