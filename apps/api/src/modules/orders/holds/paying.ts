import { orders } from "@zonepost/db";
import { and, eq, isNotNull } from "drizzle-orm";
import type { Ctx, Queryable } from "../../../kernel/ctx.ts";
import { minuteMs } from "../../../kernel/durations.ts";

/**
 * Wall clock. While a request or the sweep begins the payment of an order, no other purchase takes its place. Afterwards,
 * the attempt shows whether it is being charged. Without a saved card there is none, and this time passes.
 */
const payingForMs = minuteMs;

export const payingUntil = ({ clock }: Pick<Ctx, "clock">): Date =>
  new Date(clock.wallNow().getTime() + payingForMs);

export async function beginPaying(ctx: Pick<Ctx, "db" | "clock">, orderId: string): Promise<void> {
  await ctx.db
    .update(orders)
    .set({ payingUntil: payingUntil(ctx) })
    .where(and(eq(orders.id, orderId), eq(orders.state, "awaiting_payment")));
}

export async function endPaying(db: Queryable, orderId: string): Promise<void> {
  await db
    .update(orders)
    .set({ payingUntil: null })
    .where(and(eq(orders.id, orderId), isNotNull(orders.payingUntil)));
}
