import type { Transaction } from "@zonepost/db";
import type { Ctx } from "../../../kernel/ctx.ts";
import { updatePaidPayment } from "../cooldown/update-paid-payment.ts";
import { recordDisputes } from "../disputes/record-disputes.ts";
import { listPaidAttempts } from "../model/list-paid-attempts.ts";
import { lockPayment, type PaymentRow } from "../model/payment-row.ts";
import type {
  PaymentPorts,
  ProcessorDispute,
  ProcessorFraudWarning,
  ProcessorRefund,
  ReadOptions,
} from "../ports.ts";
import { callProcessor, requireProcessor } from "../processor/call-processor.ts";
import { recordNotice } from "../processor/record-notice.ts";
import { recordRefunds } from "../refunds/record-refunds.ts";

type Reconciling = ReadOptions & {
  /** The notice that caused this; it has no effect if it was handled before. */
  noticeId?: string;
  /** Also written in the transaction, before the status and the cooldown follow from it. */
  change?: (tx: Transaction, payment: PaymentRow, now: Date) => Promise<PaymentRow>;
};

type ReadCharge = {
  attemptId: string;
  refunds: ProcessorRefund[];
  disputes: ProcessorDispute[];
  warnings: ProcessorFraudWarning[];
};

/**
 * Reads the refunds, disputes and fraud warnings of a payment from the processor, and records any difference in one
 * transaction. Notices, refunds and the sweeps all end here. An older read does no harm: every row only moves forward.
 */
export async function reconcilePaidPayment(
  ctx: Ctx & PaymentPorts,
  paymentId: string,
  { noticeId, change, isQuick }: Reconciling = {},
): Promise<PaymentRow> {
  const charges = await readCharges(ctx, paymentId, { isQuick });
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    let payment = await lockPayment(tx, paymentId);
    if (noticeId !== undefined && !(await recordNotice(tx, noticeId))) {
      return payment;
    }
    let haveDisputesChanged = false;
    for (const [index, { attemptId, refunds, disputes, warnings }] of charges.entries()) {
      const charge = { attemptId, isSecond: index > 0, refunds };
      payment = await recordRefunds(tx, ctx, { payment, charge, now });
      const reported = { disputes, warnings };
      haveDisputesChanged =
        (await recordDisputes(tx, ctx, { payment, reported, now })) || haveDisputesChanged;
    }
    payment = (await change?.(tx, payment, now)) ?? payment;
    const updated = await updatePaidPayment(tx, ctx, payment, now);
    if (haveDisputesChanged) {
      await ctx.orders.whenDisputesChange(tx, ctx, updated, now);
    }
    return updated;
  });
}

async function readCharges(
  ctx: Ctx & PaymentPorts,
  paymentId: string,
  options: ReadOptions,
): Promise<ReadCharge[]> {
  const processor = requireProcessor(ctx);
  const attempts = await listPaidAttempts(ctx.db, paymentId);
  return callProcessor(() =>
    Promise.all(
      attempts.map(async ({ id: attemptId, intentId }) => {
        const id = intentId ?? "";
        const [refunds, disputes, warnings] = await Promise.all([
          processor.listRefunds(id, options),
          processor.listDisputes(id, options),
          processor.listFraudWarnings(id, options),
        ]);
        // The oldest first.
        return { attemptId, refunds: refunds.toReversed(), disputes, warnings };
      }),
    ),
  );
}
