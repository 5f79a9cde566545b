import type { Refund, RefundInput, RefundPreview } from "@zonepost/schema";
import { storedActor } from "../../../kernel/actor.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import {
  getOwnPayment,
  listRefundsOfPayment,
  type PaymentRow,
  requireProcessor,
  requireRefundable,
} from "../../payments/index.ts";
import { nothingToRefund, onlyOperatorRefunds, operatorRefunds, tooManyUndone } from "../errors.ts";
import { refundOfRow } from "../model/order-row.ts";
import type { OrderPorts } from "../ports.ts";
import { makeRefunds, type RefundPlan } from "./make-refunds.ts";
import { isBeingCarriedOut, isWithoutOperator, planLines } from "./policy.ts";
import { presentPlan } from "./present-plan.ts";
import {
  type Moment,
  presentMoment,
  readRefundableLines,
  requireEnded,
  requireLineId,
} from "./read-refundable-lines.ts";
import { readUndoneLeft, requireMayUndo } from "./undone-registrations.ts";

type RefundCtx = WorkspaceCtx & OrderPorts;
type Wish = Pick<RefundInput, "amountCents" | "lineIds">;

/**
 * What a workspace gets back without the operator: registrations that their registry still refunds, which are undone, and
 * lines that weren't carried out. Deleting a domain and returning money are two rights, and it takes both.
 */
export async function refundPayment(ctx: RefundCtx, id: string, wish: Wish): Promise<Refund[]> {
  requireRights(ctx);
  const payment = await getOwnPayment(ctx, id);
  requireProcessor(ctx);
  const made = await makeRefunds(ctx, payment, {
    plan: (moment) => planOwnRefund(ctx, moment, wish),
    beforeUndoing: (tx, now) => requireMayUndo(tx, ctx, now),
    requestedBy: storedActor(ctx.actor),
  });
  return made.map((refund) => refundOfRow(refund, payment));
}

/** Shows what would be refunded and undone. */
export async function previewRefund(ctx: RefundCtx, id: string, wish: Wish): Promise<RefundPreview> {
  requireRights(ctx);
  const payment = await getOwnPayment(ctx, id);
  requireProcessor(ctx);
  return presentPlan(payment, await planOwnRefund(ctx, await presentMoment(ctx, payment), wish));
}

/** All refunds of a payment, the oldest first. */
export async function listRefunds(ctx: WorkspaceCtx, id: string): Promise<Refund[]> {
  requireRight(ctx.actor, "payments:read");
  const payment = await getOwnPayment(ctx, id);
  return (await listRefundsOfPayment(ctx.db, payment.id)).map((row) => refundOfRow(row, payment));
}

/** For the panel: the lines that a refund can be asked for. */
export async function listOwnRefundable(ctx: RefundCtx, payment: PaymentRow): Promise<string[]> {
  if (ctx.undoneRegistrations === null || payment.receivedAt === null || payment.status === "disputed") {
    return [];
  }
  const lines = await readRefundableLines(ctx, { db: ctx.db, payment, now: await ctx.clock.now() });
  return lines.some(isBeingCarriedOut)
    ? []
    : planLines(lines, {})
        .filter(isWithoutOperator)
        .map((line) => line.id);
}

function requireRights({ actor }: RefundCtx): void {
  requireRight(actor, "payments:write");
  requireRight(actor, "domains:release");
}

async function planOwnRefund(ctx: RefundCtx, moment: Moment, wish: Wish): Promise<RefundPlan> {
  if (ctx.undoneRegistrations === null) {
    throw onlyOperatorRefunds();
  }
  const { db, payment, undone, now } = moment;
  const all = await readRefundableLines(ctx, moment);
  const lineIds = wish.lineIds?.map((lineId, index) => requireLineId(all, lineId, `/lineIds/${index}`));
  const lines = all.filter((line) => !undone.has(line.id));
  requireEnded(lines, { lineIds });
  if (wish.amountCents !== undefined) {
    throw operatorRefunds();
  }
  await requireRefundable(db, payment, 0);
  const planned = planLines(lines, { lineIds });
  if (planned.length === 0 && undone.size === 0) {
    throw nothingToRefund();
  }
  if (!planned.every(isWithoutOperator)) {
    throw operatorRefunds();
  }
  const undoneCount = planned.filter(({ effect }) => effect === "domain_deleted").length;
  if (undoneCount > 0) {
    const { workspaceId } = payment;
    const counting = { workspaceId, undoneRegistrations: ctx.undoneRegistrations };
    const left = await readUndoneLeft(db, counting, now);
    if (undoneCount > left) {
      throw tooManyUndone(left);
    }
  }
  return { lines, planned };
}
