import { orders } from "@zonepost/db";
import type { Order } from "@zonepost/schema";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { storedActor, type WorkspaceActor } from "../../../kernel/actor.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { rowId } from "../../../kernel/ids.ts";
import { hasRight, requireRight } from "../../../kernel/rights.ts";
import { settlePayment } from "../../payments/index.ts";
import { orderOfRow, readOrder } from "../order-row.ts";
import type { OrderPorts } from "../ports.ts";

/** A person can return from the payment page before the processor's notice arrives. */
export async function getOrder(ctx: WorkspaceCtx & OrderPorts, id: string): Promise<Order> {
  requireRight(ctx.actor, "domains:read");
  const uuid = rowId("ord", id);
  const [found] = uuid
    ? await ctx.db
        .select({ state: orders.state, paymentId: orders.paymentId })
        .from(orders)
        .where(and(eq(orders.id, uuid), isVisibleTo(ctx.actor)))
    : [];
  if (!uuid || !found) {
    throw notFound();
  }
  if (found.state === "awaiting_payment" && found.paymentId !== null) {
    await settlePayment(ctx, found.paymentId, { isQuick: true });
  }
  return orderOfRow(await readOrder(ctx.db, uuid));
}

/** Without the right to see payments, callers see the orders that they placed. */
export function isVisibleTo(actor: WorkspaceActor): SQL | undefined {
  return and(
    eq(orders.workspaceId, actor.workspaceId),
    hasRight(actor, "payments:read") ? undefined : sql`${orders.actor} ->> 'id' = ${storedActor(actor).id}`,
  );
}
