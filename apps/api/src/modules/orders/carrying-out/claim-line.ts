import { orderLines } from "@zonepost/db";
import { and, eq, isNotNull, isNull, lte, or } from "drizzle-orm";
import type { Ctx, Queryable } from "../../../kernel/ctx.ts";
import { minuteMs } from "../../../kernel/durations.ts";
import type { OrderLineRow } from "../model/order-row.ts";
import type { OrderPorts } from "../ports.ts";

export type ExecutionCtx = Omit<Ctx, "actor"> & OrderPorts;

/** Wall clock. Longer than the work on one line takes, so an expired lease means a dead process. */
const leaseMs = 2 * minuteMs;

/**
 * Undefined if the line isn't due, or another process has it.
 *
 * @param held the lease that the caller's own request has put on the line
 */
export async function claimLine(
  ctx: ExecutionCtx,
  id: string,
  held: Date | null = null,
): Promise<OrderLineRow | undefined> {
  const wallNow = ctx.clock.wallNow();
  const now = await ctx.clock.now();
  const [claimed] = await ctx.db
    .update(orderLines)
    .set({ leasedUntil: new Date(wallNow.getTime() + leaseMs) })
    .where(
      and(
        eq(orderLines.id, id),
        isNotNull(orderLines.nextAttemptAt),
        lte(orderLines.nextAttemptAt, now),
        or(
          isNull(orderLines.leasedUntil),
          lte(orderLines.leasedUntil, wallNow),
          held ? eq(orderLines.leasedUntil, held) : undefined,
        ),
      ),
    )
    .returning();
  return claimed;
}

/** Still the line that this process has claimed. */
export const heldLine = ({ id, leasedUntil }: OrderLineRow) =>
  and(eq(orderLines.id, id), leasedUntil ? eq(orderLines.leasedUntil, leasedUntil) : undefined);

/** Releases a claimed line until its next attempt. False if another process has it by now. */
export async function releaseLine(
  db: Queryable,
  line: OrderLineRow,
  nextAttemptAt: Date | null,
  operationId: string | null = line.operationId,
): Promise<boolean> {
  const released = await db
    .update(orderLines)
    .set({ nextAttemptAt, operationId, leasedUntil: null })
    .where(heldLine(line))
    .returning({ id: orderLines.id });
  return released.length > 0;
}
