import { paymentAttempts, refunds } from "@zonepost/db";
import { and, eq, isNull } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { newId, publicId } from "../../../kernel/ids.ts";
import { processorFailure } from "../errors.ts";
import type { RefundRow } from "../model/refund-row.ts";
import { type PaymentPorts, ProcessorError } from "../ports.ts";
import { callProcessor, logWait, requireProcessor } from "../processor/call-processor.ts";
import { readRefund } from "../refunds/read-refunds.ts";
import { recordRefund } from "../refunds/record-refunds.ts";
import { reconcilePaidPayment } from "./reconcile-paid-payment.ts";

/** For a caller who is waiting. If the processor doesn't respond, the refund stays pending, and the sweep sends it. */
export async function sendRefund(ctx: Ctx & PaymentPorts, refundId: string): Promise<RefundRow> {
  try {
    await settleRefund(ctx, refundId);
  } catch (error) {
    logWait(ctx, { refund: refundId }, error);
  }
  return readRefund(ctx.db, refundId);
}

/**
 * Makes a stored refund at the processor unless it is there, and records its state. Safe to repeat, also at the same
 * time: the processor is read first, and makes one refund per key.
 */
export async function settleRefund(ctx: Ctx & PaymentPorts, refundId: string): Promise<void> {
  const row = await readRefund(ctx.db, refundId);
  const refusal = await makeRefund(ctx, row);
  await reconcilePaidPayment(ctx, row.paymentId, {
    change: async (tx, payment, now) => {
      const current = await readRefund(tx, refundId);
      if (refusal && current.processorId === null) {
        const reported = { id: null, state: "failed" as const, failure: refusal };
        return recordRefund(tx, ctx, { payment, row: current, reported, now });
      }
      return payment;
    },
  });
}

/** Returns why the processor refuses it: the payment was disputed or refunded there meanwhile. */
async function makeRefund(ctx: Ctx & PaymentPorts, row: RefundRow): Promise<RefundRow["failure"]> {
  if (row.state !== "pending" || row.processorId !== null) {
    return null;
  }
  const processor = requireProcessor(ctx, row);
  const [attempt] = await ctx.db
    .select({ intentId: paymentAttempts.intentId })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.id, row.attemptId));
  const intentId = attempt?.intentId ?? "";
  const refundId = publicId("rfd", row.id);
  const made = await callProcessor(() => processor.listRefunds(intentId));
  if (made.some((refund) => refund.refundId === refundId)) {
    return null;
  }
  const { amountCents, sendKey } = row;
  const idempotencyKey = sendKey ?? refundId;
  try {
    await processor.createRefund({ intentId, amountCents, refundId, idempotencyKey });
    return null;
  } catch (error) {
    if (error instanceof ProcessorError && error.reason === "refused") {
      return { code: "refused", message: error.message };
    }
    if (error instanceof ProcessorError && error.isReplayed) {
      await changeSendKey(ctx, row);
    }
    throw processorFailure(error);
  }
}

/**
 * The processor repeats its failure for the old key, so the next try needs another. The request with the old key has
 * ended, so `listRefunds` shows before that try whether it made the refund. Of two processes, one changes the key.
 */
async function changeSendKey({ db }: Ctx, { id, sendKey }: RefundRow): Promise<void> {
  await db
    .update(refunds)
    .set({ sendKey: newId() })
    .where(
      and(eq(refunds.id, id), sendKey === null ? isNull(refunds.sendKey) : eq(refunds.sendKey, sendKey)),
    );
}
