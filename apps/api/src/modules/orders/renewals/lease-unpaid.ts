import { orderLines } from "@zonepost/db";
import { and, eq, isNull, lte, or } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { wakeWorkers } from "../../../kernel/due-work/wake.ts";
import { minuteMs } from "../../../kernel/durations.ts";
import { endPaying } from "../holds/paying.ts";

/** Wall clock. Longer than a charge takes. */
const leaseMs = 2 * minuteMs;

/** The lines of an unpaid order aren't carried out yet, so their lease keeps two workers from charging it. */
export async function leaseUnpaid(
  { db, clock }: Pick<Ctx, "db" | "clock">,
  orderId: string,
): Promise<boolean> {
  const wallNow = clock.wallNow();
  const isFree = or(isNull(orderLines.leasedUntil), lte(orderLines.leasedUntil, wallNow));
  const leased = await db
    .update(orderLines)
    .set({ leasedUntil: new Date(wallNow.getTime() + leaseMs) })
    .where(and(eq(orderLines.orderId, orderId), isFree))
    .returning({ id: orderLines.id });
  return leased.length > 0;
}

/** The lines can be carried out, or the order charged again. */
export async function releaseOrder({ db }: Pick<Ctx, "db">, orderId: string): Promise<void> {
  await endPaying(db, orderId);
  await db.update(orderLines).set({ leasedUntil: null }).where(eq(orderLines.orderId, orderId));
  await wakeWorkers(db, "orders");
}
