import { orders } from "@zonepost/db";
import type { Order } from "@zonepost/schema";
import { and, eq, isNotNull, or } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { publicId, rowId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { requireProcessor, returnUrlOf } from "../../payments/index.ts";
import { findContest } from "../holds/find-contest.ts";
import type { SettlementLine } from "../holds/policy.ts";
import { type OrderRow, readOrder } from "../order-row.ts";
import type { OrderPorts } from "../ports.ts";
import { isVisibleTo } from "../queries/get-order.ts";
import type { QuotedOrder } from "../queries/preview-order.ts";
import { findLimitRefusal } from "../spending/find-limit-refusal.ts";
import type { PaymentWish } from "../use-cases/pay-order.ts";
import { placeQuoted } from "../use-cases/place-order.ts";
import { nothingToSettle } from "./errors.ts";

/**
 * Pays what lost disputes have taken back of an order, with an order and a payment of its own. Like any order, it is
 * found again by its idempotency key, and one at a time can be paid.
 */
export async function settleOrder(
  ctx: WorkspaceCtx & OrderPorts,
  { id, ...wish }: { id: string } & PaymentWish,
): Promise<Order> {
  requireRight(ctx.actor, "payments:write", "domains:buy");
  returnUrlOf(wish.returnUrl, ctx.panelUrl);
  const orderId = await findLostOrder(ctx, id);
  requireProcessor(ctx);
  const { lines } = await readOrder(ctx.db, orderId);
  const line: SettlementLine = {
    kind: "settlement",
    orderId: publicId("ord", orderId),
    domainName: lines[0]?.domainName ?? "",
  };
  const placed = await placeQuoted(ctx, { lines: [line], ...wish }, () =>
    quoteSettlement(ctx, orderId, line),
  );
  return placed.order;
}

/** Those who may pay it need not see other orders. Any other id gets the same 404. */
async function findLostOrder({ db, actor }: WorkspaceCtx, id: string): Promise<string> {
  const uuid = rowId("ord", id);
  const isLost = and(eq(orders.workspaceId, actor.workspaceId), isNotNull(orders.owedCents));
  const [found] = uuid
    ? await db
        .select({ id: orders.id })
        .from(orders)
        .where(and(eq(orders.id, uuid), or(isVisibleTo(actor), isLost)))
    : [];
  if (!found) {
    throw notFound();
  }
  return found.id;
}

async function quoteSettlement(
  ctx: WorkspaceCtx & OrderPorts,
  orderId: string,
  line: SettlementLine,
): Promise<QuotedOrder> {
  const contest = await findContest(ctx, [line]);
  const [held] = contest.refusals;
  if (held) {
    throw held;
  }
  const { order } = await readOrder(ctx.db, orderId);
  const { totalCents, taxCents, currency } = amountsOf(order);
  const { kind, domainName } = line;
  const exceptIds = contest.replaced.map((replaced) => replaced.order.id);
  const spending = { exceptIds, totalCents, currency };
  const refusal = await findLimitRefusal(ctx.db, ctx.actor, spending, await ctx.clock.now());
  return {
    lines: [
      {
        kind,
        domainName,
        years: null,
        planSlug: null,
        priceCents: totalCents - taxCents,
        taxCents,
        currency,
        expiresAt: null,
        problems: [],
        warnings: [],
      },
    ],
    taxPercent: Number(order.taxPercent),
    totalCents,
    taxCents,
    currency,
    problems: [],
    refusals: refusal ? [refusal] : [],
    contest,
  };
}

function amountsOf({ owedCents, owedTaxCents, currency }: OrderRow) {
  if (!owedCents) {
    throw nothingToSettle();
  }
  return { totalCents: owedCents, taxCents: owedTaxCents, currency };
}
