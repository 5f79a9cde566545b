import { orderLines } from "@zonepost/db";
import { type Order, type OrderInput, rightsToRenew } from "@zonepost/schema";
import { and, eq } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { wakeWorkers } from "../../../kernel/due-work/wake.ts";
import { AppError } from "../../../kernel/errors.ts";
import { publicId, rowId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import {
  type BegunCharge,
  type ChargeResult,
  chargeCard,
  openPaymentPage,
  returnUrlOf,
  runCharge,
  settlePayment,
} from "../../payments/index.ts";
import { carryOutLine, carryOutPlaced } from "../carrying-out/carry-out-line.ts";
import {
  authenticationRequired,
  cardDeclined,
  failureOf,
  nameUnavailable,
  paymentMethodRequired,
  paymentPageUnavailable,
  type UnpaidOrder,
} from "../errors.ts";
import { findHeldNames } from "../holds/held-names.ts";
import { beginPaying, endPaying } from "../holds/paying.ts";
import { getPayableOrder } from "../model/get-order.ts";
import { isForNewName, type LineInput } from "../model/line-input.ts";
import {
  type LineWithOrder,
  type OrderRow,
  type OrderWithLines,
  orderOfRow,
  readOrder,
} from "../model/order-row.ts";
import { isHeldUntilConfirmed, isOpenLine } from "../model/policy.ts";
import { workingCtx } from "../model/working-ctx.ts";
import type { OrderPorts } from "../ports.ts";
import { countBeforeCharge, discountUncharged } from "../spending/count-toward-limit.ts";
import { cancelOrder } from "./cancel-order.ts";

/** How an order is paid. */
export type PaymentWish = Partial<Pick<OrderInput, "paymentMethodId" | "hosted" | "returnUrl">>;

export type OrderWish = Pick<OrderInput, "lines"> &
  Partial<Pick<OrderInput, "expectedTotalCents">> &
  PaymentWish;

/** Also of orders that have a request of their own. */
export type PlacedWish = { lines: readonly LineInput[] } & PaymentWish;

export type PlacedOrder = {
  order: Order;
  /** What came of charging the card; null if nothing was charged now. */
  charge: ChargeResult | null;
};

type PayingCtx = WorkspaceCtx & OrderPorts;

/** `begun`: its first charge is stored with it. */
type Paying = { isNew: boolean; begun?: BegunCharge };

/** Charges an order that isn't paid, as its request says, and carries it out if it has one line. */
export async function payOrder(
  ctx: PayingCtx,
  { order, lines }: OrderWithLines,
  wish: PaymentWish,
  { isNew, begun }: Paying,
): Promise<PlacedOrder> {
  const held = isNew ? (lines[0]?.leasedUntil ?? null) : null;
  let isOver = false;
  try {
    const paid = await pay(ctx, order, wish, { isNew, begun });
    if (paid.charge?.state === "withdrawn") {
      await refuseWithdrawn(ctx, { order, lines });
    }
    const [only] = lines;
    if (only && lines.length === 1 && (paid.charge === null || paid.charge.state === "received")) {
      await executeNow(ctx, { order, line: only }, held);
    }
    const found = await readOrder(ctx.db, order.id);
    isOver = isAtRest(found);
    const present = orderOfRow(found);
    const isUnknown = paid.charge?.state === "unknown" && present.state === "awaiting_payment";
    return {
      charge: paid.charge,
      order: {
        ...present,
        ...(isUnknown ? { state: "processing" as const } : {}),
        ...(paid.paymentUrl === undefined ? {} : { paymentUrl: paid.paymentUrl }),
      },
    };
  } finally {
    if (!isOver) {
      await endRequest(ctx, order.id, held);
    }
  }
}

/**
 * Pays an order that waits for its payment, as a repeat of its request would. Otherwise, returns its present state. Who
 * pays bills need not be allowed to buy.
 */
export async function payAgain(
  ctx: PayingCtx,
  { id, ...wish }: { id: string } & PaymentWish,
): Promise<Order> {
  requireRight(ctx.actor, "payments:write", ...rightsToRenew);
  const found = await getPayableOrder(ctx, id);
  returnUrlOf(wish.returnUrl, ctx.panelUrl);
  return (await payOrder(workingCtx(ctx), found, wish, { isNew: false })).order;
}

type Paid = { charge: ChargeResult | null; paymentUrl?: string };

async function pay(
  ctx: PayingCtx,
  order: OrderRow,
  wish: PaymentWish,
  { isNew, begun }: Paying,
): Promise<Paid> {
  const { paymentId } = order;
  if (paymentId === null || order.state !== "awaiting_payment") {
    return { charge: null };
  }
  const page = { returnUrl: returnUrlOfOrder(order.id, wish, ctx.panelUrl) };
  const replacedOrders = order.replacedOrders ?? [];
  const unpaid = {
    orderId: publicId("ord", order.id),
    paymentId: publicId("pay", paymentId),
    ...(replacedOrders.length > 0 ? { replacedOrders } : {}),
  };
  if (!isNew) {
    await settlePayment(ctx, paymentId);
    if ((await readOrder(ctx.db, order.id)).order.state !== "awaiting_payment") {
      return { charge: { state: "received" } };
    }
    await countBeforeCharge(ctx, order);
    await beginPaying(ctx, order.id);
  }
  if (wish.hosted) {
    await discountUncharged(ctx, order.id);
    return openPaymentPage(ctx, paymentId, page).then(
      ({ url }) => ({ charge: null, paymentUrl: url }),
      (error: unknown) => {
        if (error instanceof AppError && error.code === "payment_ended") {
          return { charge: { state: "withdrawn" } as const };
        }
        throw paymentPageUnavailable({ ...unpaid, paymentUrl: page.returnUrl }, error);
      },
    );
  }
  const chosen = wish.paymentMethodId && rowId("pmt", wish.paymentMethodId);
  const how = {
    paymentMethodId: chosen ?? order.paymentMethodId ?? undefined,
    isOnSession: ctx.actor.kind === "user",
    ...page,
  };
  const charging = begun ? runCharge(ctx, begun) : chargeCard(ctx, paymentId, how);
  const charge = await charging.catch((error: unknown): ChargeResult => {
    // The order is stored, and so is its charge: the sweep settles both.
    ctx.log.error({ err: error, requestId: ctx.requestId, paymentId }, "a charge was not completed");
    return { state: "unknown" };
  });
  if (charge.state !== "received" && charge.state !== "unknown" && charge.state !== "withdrawn") {
    await discountUncharged(ctx, order.id);
  }
  switch (charge.state) {
    case "authentication_required":
      throw authenticationRequired({ ...unpaid, paymentUrl: charge.url });
    case "declined": {
      const continued = await withPage(ctx, paymentId, unpaid, page);
      // No person was there to answer the bank; one can on the page.
      throw charge.code === "authentication_required"
        ? authenticationRequired(continued)
        : cardDeclined(charge.message, continued);
    }
    case "no_card":
      throw paymentMethodRequired(await withPage(ctx, paymentId, unpaid, page));
    default:
      return { charge };
  }
}

/** The order's page in the panel, which shows the true state, or the page that the request names. */
export function returnUrlOfOrder(id: string, { returnUrl }: PaymentWish, panelUrl: string): string {
  const orderId = publicId("ord", id);
  if (returnUrl === undefined) {
    return `${panelUrl}/payments/orders/${orderId}`;
  }
  const url = returnUrlOf(returnUrl, panelUrl);
  url.searchParams.set("order", orderId);
  return url.href;
}

/** If the page can't be opened now, the panel can open one later. */
async function withPage(
  ctx: PayingCtx,
  paymentId: string,
  unpaid: Omit<UnpaidOrder, "paymentUrl">,
  page: { returnUrl: string },
): Promise<UnpaidOrder> {
  const { url } = await openPaymentPage(ctx, paymentId, page).catch((error: unknown) => {
    ctx.log.warn({ err: error, paymentId }, "a payment page couldn't be opened");
    return { url: page.returnUrl };
  });
  return { ...unpaid, paymentUrl: url };
}

/**
 * What this leaves undone, the sweep does.
 *
 * @param held the lease of a line that this request has placed
 */
async function executeNow(ctx: PayingCtx, { order, line }: LineWithOrder, held: Date | null): Promise<void> {
  try {
    if (held === null) {
      await carryOutLine(ctx, line.id);
    } else if (order.paymentId === null || !ctx.holdsUntilConfirmed || !isHeldUntilConfirmed(line, [line])) {
      await carryOutPlaced(ctx, { order: { ...order, state: "processing" }, line });
    }
  } catch (error) {
    ctx.log.error({ err: error, orderLineId: line.id }, "an order line is left to the sweep");
  }
}

/** Its charge would begin, but its name is being bought in another workspace. A replaced order is answered as it is. */
async function refuseWithdrawn(ctx: PayingCtx, { order, lines }: OrderWithLines): Promise<void> {
  const named = lines.filter(isForNewName).map(({ domainName }) => domainName);
  const { workspaceId } = order;
  const held = await findHeldNames(ctx.db, { workspaceId, names: named });
  const refusal = nameUnavailable(held[0] ?? named[0] ?? "");
  const { state } = (await readOrder(ctx.db, order.id)).order;
  if (
    state === "awaiting_payment" &&
    (await cancelOrder(ctx, order.id, failureOf(refusal))) === "cancelled"
  ) {
    throw refusal;
  }
}

/** Nothing is left for a worker or another purchase to take. */
const isAtRest = ({ order, lines }: OrderWithLines): boolean =>
  order.payingUntil === null &&
  lines.every(
    ({ state, nextAttemptAt, leasedUntil }) =>
      !isOpenLine(state) && nextAttemptAt === null && leasedUntil === null,
  );

/** The request is over, so a worker may take what is left, and another purchase the place of an unpaid order. */
async function endRequest(ctx: PayingCtx, orderId: string, held: Date | null): Promise<void> {
  await endPaying(ctx.db, orderId);
  if (held) {
    await ctx.db
      .update(orderLines)
      .set({ leasedUntil: null })
      .where(and(eq(orderLines.orderId, orderId), eq(orderLines.leasedUntil, held)));
  }
  await wakeWorkers(ctx.db, "orders");
}
