import type { Order } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { requireProcessor, returnUrlOf } from "../../payments/index.ts";
import { findContest } from "../holds/find-contest.ts";
import { nothingToSettle } from "../losses/errors.ts";
import { getLostOrder } from "../model/get-order.ts";
import type { SettlementLine } from "../model/line-input.ts";
import { type OrderRow, readOrder } from "../model/order-row.ts";
import type { OrderPorts } from "../ports.ts";
import { findLimitRefusal } from "../spending/find-limit-refusal.ts";
import type { PaymentWish } from "./pay-order.ts";
import { placeQuoted } from "./place-order.ts";
import type { QuotedOrder } from "./preview-order.ts";

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
  const { order, lines } = await getLostOrder(ctx, id);
  requireProcessor(ctx);
  const line: SettlementLine = {
    kind: "settlement",
    orderId: publicId("ord", order.id),
    domainName: lines[0]?.domainName ?? "",
  };
  const placed = await placeQuoted(ctx, { lines: [line], ...wish }, (working) =>
    quoteSettlement(working, order.id, line),
  );
  return placed.order;
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
