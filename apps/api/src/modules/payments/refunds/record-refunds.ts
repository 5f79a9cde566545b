import { refunds, type StoredActor, type Transaction } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import { newId, publicId } from "../../../kernel/ids.ts";
import { emit } from "../../webhooks/index.ts";
import { entriesOfCharge, entriesOfRefund } from "../ledger/ledger-policy.ts";
import { postForPayment } from "../ledger/post-ledger.ts";
import { taxOfRefund } from "../ledger/tax-of-refund.ts";
import { listRefundsOfPayment } from "../model/list-refunds-of-payment.ts";
import { type PaymentRow, paymentInEvent, updatePayment } from "../model/payment-row.ts";
import { isOfPayment, type RefundRow, type RefundState } from "../model/refund-row.ts";
import type { PaymentPorts, ProcessorRefund } from "../ports.ts";
import { nextRefundCheckAt, refundStateAfter } from "./policy.ts";

type Charge = {
  attemptId: string;
  processor: string;
  isSecond: boolean;
  refunds: readonly ProcessorRefund[];
};

const processorActor: StoredActor = { kind: "system", id: null, name: "payment processor" };

/**
 * Records what the processor reports about the refunds of one charge, each change once. A refund that was made at the
 * processor is added. Needs the payment's lock; returns the payment with the money that has gone.
 */
export async function recordRefunds(
  tx: Transaction,
  ctx: Ctx & PaymentPorts,
  { payment, charge, now }: { payment: PaymentRow; charge: Charge; now: Date },
): Promise<PaymentRow> {
  let current = payment;
  for (const reported of charge.refunds) {
    const stored = await listRefundsOfPayment(tx, payment.id);
    const own = stored.find(
      ({ id, processor, processorId }) =>
        (processorId === reported.id && processor === charge.processor) ||
        (processorId === null && publicId("rfd", id) === reported.refundId),
    );
    const row = own ?? (await addForeignRefund(tx, { payment: current, charge, reported, stored, now }));
    current = await recordRefund(tx, ctx, { payment: current, row, reported, now });
  }
  return current;
}

/** Made in the processor's dashboard. */
async function addForeignRefund(
  tx: Transaction,
  given: {
    payment: PaymentRow;
    charge: Charge;
    reported: ProcessorRefund;
    stored: readonly RefundRow[];
    now: Date;
  },
): Promise<RefundRow> {
  const { payment, charge, reported, stored, now } = given;
  const { amountCents } = reported;
  const [row] = await tx
    .insert(refunds)
    .values({
      id: newId(),
      workspaceId: payment.workspaceId,
      paymentId: payment.id,
      attemptId: charge.attemptId,
      processor: charge.processor,
      state: "pending",
      reason: charge.isSecond ? "paid_twice" : "requested",
      amountCents,
      taxCents: taxOfRefund(payment, amountCents, charge.isSecond ? [] : stored),
      lineAmounts: [],
      processorId: reported.id,
      requestedBy: processorActor,
      createdAt: now,
    })
    .returning();
  if (!row) {
    throw new Error("the refund was not inserted");
  }
  return row;
}

/** The operator has paid it in another way: the processor has no part in it. */
export async function recordOutsideRefund(
  tx: Transaction,
  ctx: Ctx & PaymentPorts,
  { payment, row, now }: Recording,
): Promise<PaymentRow> {
  const [paid] = await tx
    .update(refunds)
    .set({ state: "succeeded", finishedAt: now })
    .where(eq(refunds.id, row.id))
    .returning();
  if (!paid) {
    throw new Error("the refund was not updated");
  }
  return applyEnd(tx, ctx, { payment, row: paid, before: "pending", now });
}

type ReportedRefund = Pick<ProcessorRefund, "state" | "failure"> & { id: string | null };

type Recording = { payment: PaymentRow; row: RefundRow; now: Date };

/** Also for a refund that the processor refuses to make. */
export async function recordRefund(
  tx: Transaction,
  ctx: Ctx & PaymentPorts,
  { payment, row, reported, now }: Recording & { reported: ReportedRefund },
): Promise<PaymentRow> {
  const state = refundStateAfter(row.state, reported.state);
  const hasChanged = state !== row.state;
  if (!hasChanged && row.processorId !== null) {
    return payment;
  }
  const [after] = await tx
    .update(refunds)
    .set({
      processorId: row.processorId ?? reported.id,
      state,
      failure: state === "failed" ? (row.failure ?? reported.failure) : null,
      finishedAt: hasChanged ? now : row.finishedAt,
      nextCheckAt: nextRefundCheckAt({ ...row, state }, now),
    })
    .where(eq(refunds.id, row.id))
    .returning();
  if (!after) {
    throw new Error("the refund was not updated");
  }
  return hasChanged ? applyEnd(tx, ctx, { payment, row: after, before: row.state, now }) : payment;
}

async function applyEnd(
  tx: Transaction,
  ctx: Ctx & PaymentPorts,
  { payment, row, before, now }: Recording & { before: RefundState },
): Promise<PaymentRow> {
  const isReturned = before === "succeeded";
  if (row.state === "succeeded" || isReturned) {
    await postRefund(tx, { payment, row, now, isReturned });
  }
  await audit(tx, ctx, {
    workspaceId: payment.workspaceId,
    action: row.state === "succeeded" ? "payment.refunded" : "payment.refund_failed",
    target: publicId("pay", payment.id),
    details: { id: publicId("rfd", row.id), amountCents: row.amountCents, currency: payment.currency },
    occurredAt: now,
    actor: row.requestedBy,
    requestId: row.requestId,
  });
  const updated = isOfPayment(row, payment)
    ? await addRefunded(tx, { payment, row, isReturned, now })
    : payment;
  await ctx.orders.whenRefundEnds(tx, row, now);
  return updated;
}

async function addRefunded(
  tx: Transaction,
  { payment, row, isReturned, now }: Recording & { isReturned: boolean },
): Promise<PaymentRow> {
  if (row.state === "failed" && !isReturned) {
    return payment;
  }
  const changeCents = isReturned ? -row.amountCents : row.amountCents;
  const updated = await updatePayment(tx, payment.id, {
    refundedCents: payment.refundedCents + changeCents,
  });
  if (!isReturned) {
    await emit(tx, {
      workspaceId: payment.workspaceId,
      type: "payment.refunded",
      data: {
        ...paymentInEvent(payment),
        refundedCents: row.amountCents,
        refundedAt: now.toISOString(),
      },
      createdAt: now,
    });
  }
  return updated;
}

const postRefund = (
  tx: Transaction,
  { payment, row, now, isReturned }: Recording & { isReturned: boolean },
): Promise<void> =>
  postForPayment(
    tx,
    payment,
    {
      cause: `${isReturned ? "refund_returned" : "refund"}:${row.id}`,
      description: isReturned ? "Refund returned by the bank" : "Refund",
      entries: isReturned
        ? entriesOfCharge(row)
        : entriesOfRefund(row, row.isOutside ? "outside" : "processor"),
    },
    now,
  );
