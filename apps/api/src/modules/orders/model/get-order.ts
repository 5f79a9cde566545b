import { orders } from "@zonepost/db";
import type { Order } from "@zonepost/schema";
import type { OrderDetails } from "@zonepost/schema/panel";
import { and, eq, isNotNull, or, type SQL, sql } from "drizzle-orm";
import { storedActor, type WorkspaceActor } from "../../../kernel/actor.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { rowId } from "../../../kernel/ids.ts";
import { hasRight, requireRight, seesDomain } from "../../../kernel/rights.ts";
import { isBeingCharged, readPayment, settlePayment } from "../../payments/index.ts";
import type { OrderPorts } from "../ports.ts";
import { type OrderWithLines, orderOfRow, readOrder } from "./order-row.ts";

export async function getOrder(ctx: WorkspaceCtx & OrderPorts, id: string): Promise<Order> {
  return orderOfRow(await getSettledOrder(ctx, id));
}

/** With what came of paying it, for the page on which a person pays again. */
export async function getOrderDetails(ctx: WorkspaceCtx & OrderPorts, id: string): Promise<OrderDetails> {
  const found = await getSettledOrder(ctx, id);
  const { paymentId, state } = found.order;
  const isUnpaid = paymentId !== null && state === "awaiting_payment";
  const seesCard = !isUnpaid && hasRight(ctx.actor, "payments:read");
  const payment =
    paymentId !== null && (isUnpaid || seesCard) ? await readPayment(ctx.db, paymentId) : undefined;
  return {
    ...orderOfRow(found),
    isBeingCharged: isUnpaid && (await isBeingCharged(ctx.db, paymentId)),
    paymentFailure: isUnpaid && payment?.status === "failed" ? payment.failure : null,
    card: seesCard && payment?.receivedAt ? payment.card : null,
  };
}

/** A person can return from the payment page before the processor's notice arrives. */
async function getSettledOrder(ctx: WorkspaceCtx & OrderPorts, id: string): Promise<OrderWithLines> {
  requireRight(ctx.actor, "domains:read");
  const found = await getVisibleOrder(ctx, id);
  const { paymentId, state } = found.order;
  if (state !== "awaiting_payment" || paymentId === null) {
    return found;
  }
  await settlePayment(ctx, paymentId, { isQuick: true });
  return readOrder(ctx.db, found.order.id);
}

const getVisibleOrder = (ctx: WorkspaceCtx, id: string): Promise<OrderWithLines> =>
  findOrder(ctx, id, isVisibleTo(ctx.actor));

/** Callers who can pay it need not see other orders. With a limit to some domains, they pay their own for these. */
export async function getPayableOrder(ctx: WorkspaceCtx, id: string): Promise<OrderWithLines> {
  const { actor } = ctx;
  const isUnpaid = and(eq(orders.workspaceId, actor.workspaceId), eq(orders.state, "awaiting_payment"));
  const isAnyones = actor.domainNames === null ? isUnpaid : undefined;
  const found = await findOrder(ctx, id, isAnyones ? or(isVisibleTo(actor), isAnyones) : isVisibleTo(actor));
  if (!found.lines.every(({ domainName }) => seesDomain(actor, domainName))) {
    throw notFound();
  }
  return found;
}

/** The same for callers who can settle it. */
export function getLostOrder(ctx: WorkspaceCtx, id: string): Promise<OrderWithLines> {
  const isLost = and(eq(orders.workspaceId, ctx.actor.workspaceId), isNotNull(orders.owedCents));
  return findOrder(ctx, id, or(isVisibleTo(ctx.actor), isLost));
}

/** Any other id gets the same 404. */
async function findOrder(
  { db }: WorkspaceCtx,
  id: string,
  isAllowed: SQL | undefined,
): Promise<OrderWithLines> {
  const uuid = rowId("ord", id);
  const [found] = uuid
    ? await db
        .select({ id: orders.id })
        .from(orders)
        .where(and(eq(orders.id, uuid), isAllowed))
    : [];
  if (!found) {
    throw notFound();
  }
  return readOrder(db, found.id);
}

/** Without the right to see payments, callers see the orders that they placed. */
export function isVisibleTo(actor: WorkspaceActor): SQL | undefined {
  return and(
    eq(orders.workspaceId, actor.workspaceId),
    hasRight(actor, "payments:read") ? undefined : sql`${orders.actor} ->> 'id' = ${storedActor(actor).id}`,
  );
}
