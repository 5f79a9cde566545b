import type { OperatorRefund, OperatorRefundInput, RefundPreview } from "@zonepost/schema";
import { storedActor } from "../../../kernel/actor.ts";
import { type OperatorCtx, workspaceSideOf } from "../../../kernel/ctx.ts";
import { publicId } from "../../../kernel/ids.ts";
import { recordOperatorAct } from "../../accounts/index.ts";
import {
  getPaymentForOperator,
  listRefundsOfPayment,
  requireProcessor,
  requireRefundable,
} from "../../payments/index.ts";
import { nothingToRefund, refundExceedsLine } from "../errors.ts";
import type { OrderPorts } from "../ports.ts";
import { makeRefunds, type RefundPlan } from "../refunds/make-refunds.ts";
import { planLines, type RefundWish } from "../refunds/policy.ts";
import { presentPlan } from "../refunds/present-plan.ts";
import {
  type KnownLine,
  type Moment,
  presentMoment,
  readRefundableLines,
  requireEnded,
  requireLineId,
} from "../refunds/read-refundable-lines.ts";
import { operatorRefundOf } from "./get-payment.ts";

type RefundCtx = OperatorCtx & OrderPorts;
type Wish = Pick<OperatorRefundInput, "lineIds" | "allocation" | "keepGoods">;

/** Returns any money of any payment. What it paid for goes with it, unless only a part goes back, or it is kept. */
export async function refundForOperator(
  ctx: RefundCtx,
  id: string,
  { reason, ...wish }: Wish & { reason: string },
): Promise<OperatorRefund[]> {
  const { payment } = await getPaymentForOperator(ctx.db, id);
  requireProcessor(ctx);
  const moment = await presentMoment(ctx, payment);
  const { planned } = await planRefund(ctx, moment, wish);
  const act = {
    workspaceId: payment.workspaceId,
    action: "operator.refund_requested",
    target: publicId("pay", payment.id),
    details: {
      reason,
      currency: payment.currency,
      lines: planned.map((line) => [publicId("orl", line.id), line.amountCents, line.effect]),
    },
  };
  // Before anything is undone, so that a crash loses nothing.
  await ctx.db.transaction((tx) => recordOperatorAct(tx, ctx, act, moment.now));
  const side = workspaceSideOf(ctx);
  const made = await makeRefunds(side, payment, {
    plan: (later) => planRefund(ctx, later, wish),
    requestedBy: storedActor(side.actor),
    note: reason,
  });
  const all = await listRefundsOfPayment(ctx.db, payment.id);
  return made.map((row) => operatorRefundOf(row, payment, all));
}

/** Shows what would be refunded, and what becomes of each line. */
export async function previewRefundForOperator(
  ctx: RefundCtx,
  id: string,
  wish: Wish,
): Promise<RefundPreview> {
  const { payment } = await getPaymentForOperator(ctx.db, id);
  requireProcessor(ctx);
  return presentPlan(payment, await planRefund(ctx, await presentMoment(ctx, payment), wish));
}

async function planRefund(ctx: RefundCtx, moment: Moment, wish: Wish): Promise<RefundPlan> {
  const { db, payment, undone } = moment;
  await requireRefundable(db, payment, 0);
  const all = await readRefundableLines(ctx, moment);
  const known = wishOf(all, wish);
  const lines = all.filter((line) => !undone.has(line.id));
  requireEnded(lines, known);
  const planned = planLines(lines, known);
  planned.forEach(({ id, amountCents }) => {
    const leftCents = lines.find((line) => line.id === id)?.leftCents ?? 0;
    if (amountCents > leftCents) {
      throw refundExceedsLine(pointerOf(known, id), leftCents);
    }
  });
  if (planned.length === 0 && undone.size === 0) {
    throw nothingToRefund();
  }
  return { lines, planned };
}

const wishOf = (lines: readonly KnownLine[], { lineIds, allocation, keepGoods }: Wish): RefundWish => ({
  lineIds: lineIds?.map((lineId, index) => requireLineId(lines, lineId, `/lineIds/${index}`)),
  allocation: allocation?.map(({ lineId, amountCents }, index) => ({
    lineId: requireLineId(lines, lineId, `/allocation/${index}/lineId`),
    amountCents,
  })),
  keepGoods,
});

const pointerOf = ({ allocation = [] }: RefundWish, id: string): string =>
  `/allocation/${allocation.findIndex(({ lineId }) => lineId === id)}/amountCents`;
