import { orders, type Transaction } from "@zonepost/db";
import { and, eq, sql } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { lockSpendingLimit } from "../../accounts/index.ts";
import type { OrderRow } from "../model/order-row.ts";
import { findLimitRefusal } from "./find-limit-refusal.ts";

/** Under a lock, so that simultaneous orders can't exceed the limit together. */
export async function requireWithinLimit(
  tx: Transaction,
  { actor }: WorkspaceCtx,
  spending: { exceptIds: string[]; totalCents: number; currency: string },
  now: Date,
): Promise<void> {
  if (actor.kind !== "api_key") {
    return;
  }
  await lockSpendingLimit(tx, actor);
  const refusal = await findLimitRefusal(tx, actor, spending, now);
  if (refusal) {
    throw refusal;
  }
}

/** Before an order is charged again. Until the outcome is known, it counts. */
export async function countBeforeCharge(
  ctx: WorkspaceCtx,
  { id, actor, totalCents, currency }: OrderRow,
): Promise<void> {
  if (ctx.actor.kind !== "api_key") {
    return;
  }
  const now = await ctx.clock.now();
  const countedKeyId = ctx.actor.keyId === actor.id ? null : ctx.actor.keyId;
  await ctx.db.transaction(async (tx) => {
    await requireWithinLimit(tx, ctx, { exceptIds: [id], totalCents, currency }, now);
    await tx.update(orders).set({ countedAt: now, countedKeyId }).where(isUnpaid(id));
  });
}

/** An order that wasn't charged doesn't count. If it is paid later, it counts then. */
export async function discountUncharged(ctx: WorkspaceCtx, orderId: string): Promise<void> {
  if (ctx.actor.kind === "api_key") {
    await ctx.db.update(orders).set({ countedAt: null, countedKeyId: null }).where(isUnpaid(orderId));
  }
}

/** Toward the limit of the key that pays it; if a person does, toward that of the key that placed it. */
export const countedFrom = (now: Date) =>
  sql<Date | null>`case
    when ${orders.actor} ->> 'kind' = 'api_key' or ${orders.countedKeyId} is not null
    then ${now.toISOString()}::timestamptz end`;

const isUnpaid = (id: string) => and(eq(orders.id, id), eq(orders.state, "awaiting_payment"));
