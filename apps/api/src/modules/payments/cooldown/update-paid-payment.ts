import { paymentDisputes, type Transaction } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import { publicId } from "../../../kernel/ids.ts";
import { emit } from "../../webhooks/index.ts";
import { listRefundsOfPayment } from "../model/list-refunds-of-payment.ts";
import { type PaymentRow, paymentInEvent, updatePayment } from "../model/payment-row.ts";
import type { PaymentPorts } from "../ports.ts";
import {
  type Circumstances,
  type Cooldown,
  cooldownAfter,
  owedSince,
  statusAfter,
  warningPauseMs,
} from "./policy.ts";
import { releaseWarnings } from "./release-warnings.ts";

/**
 * The only writer of a paid payment's status and cooldown. Both follow from the stored refunds, disputes and warnings,
 * and from the time. Needs the payment's lock, and rows that were just compared with the processor.
 */
export async function updatePaidPayment(
  tx: Transaction,
  ctx: Ctx & PaymentPorts,
  payment: PaymentRow,
  now: Date,
): Promise<PaymentRow> {
  const before = cooldownOf(payment);
  if (!before) {
    return payment;
  }
  await releaseWarnings(tx, payment, now, { openedUntil: new Date(now.getTime() - warningPauseMs) });
  const circumstances = await readCircumstances(tx, payment);
  const cooldown = cooldownAfter(before, circumstances, now);
  const isConfirmedNow = cooldown.cooldownState === "done" && before.cooldownState !== "done";
  const confirmedAt = isConfirmedNow ? now : payment.confirmedAt;
  const status = statusAfter(circumstances, confirmedAt !== null);
  const updated = await updatePayment(tx, payment.id, { ...cooldown, status, confirmedAt });
  if (isConfirmedNow) {
    await reportConfirmation(tx, ctx, updated, now);
  }
  if (cooldown.cooldownState === "ended" && before.cooldownState !== "ended") {
    await ctx.orders.whenPaymentReturned(tx, updated, now);
  }
  return updated;
}

/** Undefined until the payment is received. */
function cooldownOf(payment: PaymentRow): Cooldown | undefined {
  const { cooldownState, pauseReason, pausedAt, cooldownDueAt, cooldownLeftMs } = payment;
  return cooldownState === null || cooldownLeftMs === null
    ? undefined
    : { cooldownState, pauseReason, pausedAt, cooldownDueAt, cooldownLeftMs };
}

async function readCircumstances(tx: Transaction, payment: PaymentRow): Promise<Circumstances> {
  const rows = await tx.select().from(paymentDisputes).where(eq(paymentDisputes.paymentId, payment.id));
  const openings = (kind: "dispute" | "early_fraud_warning") =>
    rows
      .filter((row) => row.kind === kind && row.state === "open")
      .map(({ openedAt }) => openedAt)
      .sort((one, other) => one.getTime() - other.getTime());
  return {
    isRefunded: payment.refundedCents >= payment.amountCents,
    hasLostDispute: rows.some(({ state }) => state === "lost"),
    disputedAt: openings("dispute")[0] ?? null,
    warnedAt: openings("early_fraud_warning").at(-1) ?? null,
    owedAt: owedSince(await listRefundsOfPayment(tx, payment.id)),
  };
}

async function reportConfirmation(
  tx: Transaction,
  ctx: Ctx & PaymentPorts,
  payment: PaymentRow,
  now: Date,
): Promise<void> {
  const { workspaceId } = payment;
  const target = publicId("pay", payment.id);
  await audit(tx, ctx, { workspaceId, action: "payment.confirmed", target, occurredAt: now });
  await emit(tx, {
    workspaceId,
    type: "payment.confirmed",
    data: { ...paymentInEvent(payment), confirmedAt: now.toISOString() },
    createdAt: now,
  });
  await ctx.orders.whenPaymentConfirmed(tx, payment, now);
}
