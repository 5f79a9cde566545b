import { orders } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import { actorKey } from "../../../kernel/actor.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { returnUrlOf } from "../../payments/index.ts";
import { idempotencyKeyReused, purchaseInProgress, requireOrderable } from "../errors.ts";
import { endReplaced } from "../holds/end-replaced.ts";
import { isSameOrder, type OrderWithLines, readOrder } from "../model/order-row.ts";
import { requireMayOrder } from "../model/require-may-order.ts";
import { workingCtx } from "../model/working-ctx.ts";
import type { OrderPorts } from "../ports.ts";
import { type InsertedOrder, insertOrder, Outrun } from "./insert-order.ts";
import {
  type OrderWish,
  type PlacedOrder,
  type PlacedWish,
  payOrder,
  returnUrlOfOrder,
} from "./pay-order.ts";
import { type QuotedOrder, quoteOrder } from "./preview-order.ts";
import type { QuoteOptions } from "./quote-lines.ts";

/**
 * Places an order and charges it. An order with one line is also carried out before this returns. A repeat with the
 * same idempotency key finds its order, and pays it if it isn't paid. Once the order is stored, nothing is thrown:
 * what isn't known yet is settled by the workers.
 */
export const placeOrder = (
  ctx: WorkspaceCtx & OrderPorts,
  wish: OrderWish,
  options: Pick<QuoteOptions, "isLineAlone" | "isActivation"> = {},
): Promise<PlacedOrder> => placeQuoted(ctx, wish, (working) => quoteOrder(working, wish, options));

/** @param quote called again if something that the order wants was taken, or has ended, meanwhile */
export async function placeQuoted(
  given: WorkspaceCtx & OrderPorts,
  wish: PlacedWish,
  quote: (ctx: WorkspaceCtx & OrderPorts) => Promise<QuotedOrder>,
): Promise<PlacedOrder> {
  const ctx = workingCtx(given);
  requireMayOrder(ctx, wish.lines);
  returnUrlOf(wish.returnUrl, ctx.panelUrl);
  const earlier = await findRepeated(ctx, wish);
  if (earlier) {
    return payOrder(ctx, earlier, wish, { isNew: false });
  }
  let refusal: unknown = new Error("the order was not inserted, and has no repeat");
  try {
    const placed = await insertNew(ctx, wish, () => quote(ctx));
    if (placed) {
      return payOrder(ctx, placed, wish, { isNew: true, begun: placed.charge });
    }
  } catch (error) {
    refusal = error;
  }
  // A simultaneous request with this key may also have taken what was to be ordered, such as the domain's name.
  const simultaneous = await findRepeated(ctx, wish);
  if (!simultaneous) {
    throw refusal;
  }
  return payOrder(ctx, simultaneous, wish, { isNew: false });
}

const maxTries = 3;

/** Undefined if an order with the same idempotency key was inserted at the same time. */
async function insertNew(
  ctx: WorkspaceCtx & OrderPorts,
  wish: PlacedWish,
  quote: () => Promise<QuotedOrder>,
): Promise<InsertedOrder | undefined> {
  const isExecutedHere = wish.lines.length === 1 && wish.hosted !== true;
  const chargeReturnUrl = wish.hosted
    ? undefined
    : (orderId: string) => returnUrlOfOrder(orderId, wish, ctx.panelUrl);
  for (let tries = 1; ; tries += 1) {
    const quoted = await quote();
    requireOrderable(quoted);
    await endReplaced(ctx, quoted.contest.replaced, wish.lines);
    try {
      return await insertOrder(ctx, wish, quoted, { isExecutedHere, chargeReturnUrl });
    } catch (error) {
      // Quoted again, it is usually refused: another order has what it wants.
      if (!(error instanceof Outrun) || tries === maxTries) {
        throw error instanceof Outrun ? purchaseInProgress() : error;
      }
    }
  }
}

/** The order of an earlier request with this key. The card and the way to pay may differ, but not the lines. */
async function findRepeated(
  ctx: WorkspaceCtx & OrderPorts,
  { lines }: PlacedWish,
): Promise<OrderWithLines | undefined> {
  if (!ctx.idempotencyKey) {
    return undefined;
  }
  const [row] = await ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.workspaceId, ctx.actor.workspaceId),
        eq(orders.idempotencyActor, actorKey(ctx.actor)),
        eq(orders.idempotencyKey, ctx.idempotencyKey),
      ),
    );
  const found = row && (await readOrder(ctx.db, row.id));
  if (found && !isSameOrder(ctx.secretBox, found.lines, lines)) {
    throw idempotencyKeyReused();
  }
  return found;
}
