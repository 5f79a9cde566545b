import type { Transaction } from "@zonepost/db";
import type { Ctx } from "../../../kernel/ctx.ts";
import { updatePaidPayment } from "../cooldown/update-paid-payment.ts";
import { recordDisputes } from "../disputes/record-disputes.ts";
import { lockPayment, type PaymentRow } from "../model/payment-row.ts";
import type {
  IdAtProcessor,
  PaymentPorts,
  ProcessorDispute,
  ProcessorFraudWarning,
  ProcessorRefund,
  ReadOptions,
} from "../ports.ts";
import { callProcessor, requireProcessor } from "../processor/call-processor.ts";
import { recordNotice } from "../processor/record-notice.ts";
import { listPaidAttempts } from "../refunds/list-paid-attempts.ts";
import { recordRefunds } from "../refunds/record-refunds.ts";

type Reconciling = ReadOptions & {
  /** The notice that caused this; it has no effect if it was handled before. */
  noticeId?: IdAtProcessor;
  /** Also written in the transaction, before the status and the cooldown follow from it. */
  change?: (tx: Transaction, payment: PaymentRow, now: Date) => Promise<PaymentRow>;
};

type ReadCharge = {
  attemptId: string;
  processor: string;
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
    for (const [index, { disputes, warnings, ...read }] of charges.entries()) {
      const charge = { ...read, isSecond: index > 0 };
      payment = await recordRefunds(tx, ctx, { payment, charge, now });
      const reported = { processor: read.processor, disputes, warnings };
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
  requireProcessor(ctx);
  const attempts = await listPaidAttempts(ctx.db, paymentId);
  return callProcessor(() =>
    Promise.all(
      attempts.map(async ({ id: attemptId, processor, intentId }) => {
        const id = intentId ?? "";
        const port = requireProcessor(ctx, { processor });
        const [refunds, disputes, warnings] = await Promise.all([
          port.listRefunds(id, options),
          port.listDisputes(id, options),
          port.listFraudWarnings(id, options),
        ]);
        // The oldest first.
        return { attemptId, processor, refunds: refunds.toReversed(), disputes, warnings };
      }),
    ),
  );
}
