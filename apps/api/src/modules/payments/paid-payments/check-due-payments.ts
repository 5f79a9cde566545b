import { paymentDisputes, payments, refunds } from "@zonepost/db";
import { and, eq, lte } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { forEachDueRow } from "../../../kernel/due-work/due-rows.ts";
import type { DueRows } from "../../../kernel/due-work/due-work.ts";
import { nextDisputeCheckAt } from "../disputes/policy.ts";
import type { PaymentPorts } from "../ports.ts";
import { mayContinue } from "../processor/call-processor.ts";
import { nextRefundCheckAt } from "../refunds/policy.ts";
import { readRefund } from "../refunds/read-refunds.ts";
import { reconcilePaidPayment } from "./reconcile-paid-payment.ts";
import { settleRefund } from "./send-refund.ts";

export const dueCooldowns: DueRows = {
  table: payments,
  id: payments.id,
  workspaceId: payments.workspaceId,
  dueAt: payments.cooldownDueAt,
};

export const dueRefunds: DueRows = {
  table: refunds,
  id: refunds.id,
  workspaceId: refunds.workspaceId,
  dueAt: refunds.nextCheckAt,
};

export const dueDisputes: DueRows = {
  table: paymentDisputes,
  id: paymentDisputes.id,
  workspaceId: paymentDisputes.workspaceId,
  dueAt: paymentDisputes.nextCheckAt,
};

/**
 * Confirms payments, and ends their pauses for a warning. The processor is read first, since the notice of a dispute may
 * be lost: without an answer, the payment stays due.
 */
export const checkDueCooldowns = (ctx: Ctx & PaymentPorts, signal: AbortSignal): Promise<void> =>
  forEachDueRow(ctx, dueCooldowns, signal, (id) =>
    mayContinue(ctx, { payment: id }, () => reconcilePaidPayment(ctx, id)),
  );

/** Sends refunds that a request has left pending, and finds the result of those whose notice was lost. */
export const checkDueRefunds = (ctx: Ctx & PaymentPorts, signal: AbortSignal): Promise<void> =>
  forEachDueRow(ctx, dueRefunds, signal, async (id, now) => {
    const isAnswered = await mayContinue(ctx, { refund: id }, () => settleRefund(ctx, id));
    // Unless its state has just changed.
    await ctx.db
      .update(refunds)
      .set({ nextCheckAt: nextRefundCheckAt(await readRefund(ctx.db, id), now) })
      .where(and(eq(refunds.id, id), lte(refunds.nextCheckAt, now)));
    return isAnswered;
  });

/** Finds the end of disputes whose notice was lost, and releases warnings after 60 days. */
export const checkDueDisputes = (ctx: Ctx & PaymentPorts, signal: AbortSignal): Promise<void> =>
  forEachDueRow(ctx, dueDisputes, signal, async (id, now) => {
    const [row] = await ctx.db.select().from(paymentDisputes).where(eq(paymentDisputes.id, id));
    if (!row) {
      return true;
    }
    const isAnswered = await mayContinue(ctx, { dispute: id }, () =>
      reconcilePaidPayment(ctx, row.paymentId),
    );
    await ctx.db
      .update(paymentDisputes)
      .set({ nextCheckAt: nextDisputeCheckAt(row, now) })
      .where(and(eq(paymentDisputes.id, id), lte(paymentDisputes.nextCheckAt, now)));
    return isAnswered;
  });
