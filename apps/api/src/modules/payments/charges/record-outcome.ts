import { paymentAttempts, type Transaction } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import { publicId } from "../../../kernel/ids.ts";
import { emit } from "../../webhooks/index.ts";
import { newCooldown } from "../cooldown/policy.ts";
import { entriesOfCharge } from "../ledger/ledger-policy.ts";
import { postForPayment } from "../ledger/post-ledger.ts";
import { lockPayment, type PaymentRow, paymentInEvent, updatePayment } from "../model/payment-row.ts";
import type { IdAtProcessor, PaymentPorts, ProcessorIntent } from "../ports.ts";
import { recordNotice } from "../processor/record-notice.ts";
import { type AttemptRow, isOpenAttempt, readAttempt } from "./attempt-row.ts";
import {
  isOpen,
  nextAttemptCheckAt,
  type Observation,
  type Outcome,
  outcomeOf,
  statusAfterStep,
} from "./policy.ts";
import { returnCharge } from "./return-charge.ts";

/** An intent, or a page that has none yet. */
export type Observed = ProcessorIntent | { state: Observation };

type Recorded = { attempt: AttemptRow; payment: PaymentRow };
type Success = Extract<ProcessorIntent, { state: "succeeded" }>;
type Decline = Extract<ProcessorIntent, { state: "declined" }>;

const isSuccess = (observed: Observed): observed is Success =>
  observed.state === "succeeded" && "chargeId" in observed;
const isDecline = (observed: Observed): observed is Decline =>
  observed.state === "declined" && "failure" in observed;

/**
 * The only writer of what the processor returns for an attempt. Everything that follows from it is written in the same
 * transaction, once: answers arrive from the request, notices, the return page and the sweep, in any order.
 */
export async function recordOutcome(
  ctx: Ctx & PaymentPorts,
  attempt: Pick<AttemptRow, "id" | "paymentId">,
  { observed, noticeId }: { observed: Observed; noticeId?: IdAtProcessor | undefined },
): Promise<Recorded> {
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const payment = await lockPayment(tx, attempt.paymentId);
    const before = await readAttempt(tx, attempt.id);
    if (noticeId !== undefined && !(await recordNotice(tx, noticeId))) {
      return { attempt: before, payment };
    }
    const outcome = outcomeOf(before, payment.status, {
      state: observed.state,
      chargeId: isDecline(observed) ? observed.chargeId : null,
    });
    const after = await writeAttempt(tx, { before, outcome, observed, now });
    const effect = { payment, attempt: after, now };
    if (after.state !== before.state && isWithoutMoney(after)) {
      await ctx.orders.whenChargeStops(tx, payment);
    }
    if (isSentToBank(before, after)) {
      await ctx.orders.whenConfirmationNeeded(tx, payment, { isPresent: after.isOnSession }, now);
    }
    if (outcome.effect === "received" && isSuccess(observed)) {
      const isAwaited = await ctx.orders.isAwaitingPayment(tx, payment);
      const record = isAwaited ? receive : receiveLate;
      const success = { ...effect, wasOpen: isOpen(before.state), charge: observed };
      return { attempt: after, payment: await record(tx, ctx, success) };
    }
    if (outcome.effect === "paid_twice" && isSuccess(observed)) {
      await receiveTwice(tx, ctx, { ...effect, charge: observed });
    }
    if (outcome.effect === "failed" && isDecline(observed)) {
      return { attempt: after, payment: await fail(tx, ctx, { ...effect, decline: observed }) };
    }
    return { attempt: after, payment };
  });
}

const isWithoutMoney = ({ kind, state }: AttemptRow): boolean =>
  kind === "card" && (state === "failed" || state === "canceled" || state === "awaiting_customer");

const isSentToBank = (before: AttemptRow, { kind, state }: AttemptRow): boolean =>
  kind === "card" && state === "awaiting_customer" && before.state !== "awaiting_customer";

type Writing = { before: AttemptRow; outcome: Outcome; observed: Observed; now: Date };

async function writeAttempt(tx: Transaction, writing: Writing): Promise<AttemptRow> {
  const { before, outcome, observed, now } = writing;
  const { state } = outcome;
  const hasEnded = !isOpen(state);
  const [after] = await tx
    .update(paymentAttempts)
    .set({
      state,
      intentId: "id" in observed ? observed.id : before.intentId,
      chargeId: isSuccess(observed) || isDecline(observed) ? observed.chargeId : before.chargeId,
      processorCardId: isSuccess(observed) ? observed.cardId : before.processorCardId,
      url: hasEnded ? null : urlOf(before, observed),
      failure: isDecline(observed) ? observed.failure : isSuccess(observed) ? null : before.failure,
      nextCheckAt: nextCheck(writing),
      finishedAt: hasEnded ? (before.finishedAt ?? now) : null,
    })
    .where(eq(paymentAttempts.id, before.id))
    .returning();
  if (!after) {
    throw new Error("the payment attempt was not updated");
  }
  return after;
}

const urlOf = (before: AttemptRow, observed: Observed): string | null =>
  before.kind === "card" && observed.state === "awaiting_customer" && "url" in observed
    ? observed.url
    : before.url;

/** The card that paid on a page is stored next. */
function nextCheck({ before, outcome, now }: Writing): Date | null {
  if (isOpen(outcome.state)) {
    return nextAttemptCheckAt(before, now);
  }
  const isNewlyPaid = outcome.state === "succeeded" && before.state !== "succeeded";
  if (before.kind === "page" && isNewlyPaid) {
    return now;
  }
  return isOpen(before.state) ? null : before.nextCheckAt;
}

type Effect = { payment: PaymentRow; attempt: AttemptRow; now: Date };

async function receive(
  tx: Transaction,
  ctx: Ctx & PaymentPorts,
  { payment, attempt, wasOpen, charge, now }: Effect & { wasOpen: boolean; charge: Success },
): Promise<PaymentRow> {
  requireSameMoney(payment, charge);
  const received = await updatePayment(tx, payment.id, {
    status: statusAfterStep(payment.status, "paid"),
    receivedAt: now,
    card: charge.card,
    failure: null,
    ...newCooldown(now),
  });
  await postCharge(tx, { payment, attempt, now, description: "Payment received" });
  await audit(tx, ctx, { ...auditOf(payment, attempt), action: "payment.received", occurredAt: now });
  await emit(tx, {
    workspaceId: payment.workspaceId,
    type: "payment.received",
    data: { ...paymentInEvent(received), receivedAt: now.toISOString() },
    createdAt: now,
  });
  // A payment has one open attempt at a time. If it wasn't this one, the sweep ends the one that was opened since.
  if (!wasOpen) {
    await tx
      .update(paymentAttempts)
      .set({ nextCheckAt: now })
      .where(and(eq(paymentAttempts.paymentId, received.id), isOpenAttempt));
  }
  await ctx.orders.whenPaymentReceived(tx, received, now);
  return received;
}

/**
 * The order has ended, for instance because another took its place in the instant in which its page was paid. The charge
 * is returned in full, and the payment is never `received`.
 */
async function receiveLate(
  tx: Transaction,
  ctx: Ctx & PaymentPorts,
  { payment, attempt, charge, now }: Effect & { charge: Success },
): Promise<PaymentRow> {
  requireSameMoney(payment, charge);
  const late = await updatePayment(tx, payment.id, { lateChargeAt: now, card: charge.card });
  await postCharge(tx, { payment, attempt, now, description: "Payment received after its order had ended" });
  await audit(tx, ctx, { ...auditOf(payment, attempt), action: "payment.received_late", occurredAt: now });
  await returnCharge(tx, { payment, attempt, reason: "order_canceled" }, now);
  return late;
}

/** Paid in two tabs, or on an old page. The second charge is returned, and the payment stays as it is. */
async function receiveTwice(
  tx: Transaction,
  ctx: Ctx,
  { payment, attempt, charge, now }: Effect & { charge: Success },
): Promise<void> {
  requireSameMoney(payment, charge);
  await postCharge(tx, { payment, attempt, now, description: "Payment received twice" });
  await audit(tx, ctx, { ...auditOf(payment, attempt), action: "payment.received_twice", occurredAt: now });
  await returnCharge(tx, { payment, attempt, reason: "paid_twice" }, now);
}

async function fail(
  tx: Transaction,
  ctx: Ctx & PaymentPorts,
  { payment, attempt, decline, now }: Effect & { decline: Decline },
): Promise<PaymentRow> {
  const { failure, card } = decline;
  const failed = await updatePayment(tx, payment.id, {
    status: statusAfterStep(payment.status, "declined"),
    failure,
    card: card ?? payment.card,
  });
  await audit(tx, ctx, {
    ...auditOf(payment, attempt),
    action: "payment.failed",
    details: { reason: failure.code },
    occurredAt: now,
  });
  await emit(tx, {
    workspaceId: payment.workspaceId,
    type: "payment.failed",
    data: { ...paymentInEvent(failed), reason: failure.code },
    createdAt: now,
  });
  if (failure.code === "authentication_required" && !attempt.isOnSession) {
    await ctx.orders.whenConfirmationNeeded(tx, failed, { isPresent: false }, now);
  }
  return failed;
}

const postCharge = (
  tx: Transaction,
  { payment, attempt, now, description }: Effect & { description: string },
): Promise<void> => {
  const posted = { cause: `charge:${attempt.id}`, description, entries: entriesOfCharge(payment) };
  return postForPayment(tx, payment, posted, now);
};

/** In the name of the person or key that started the charge. */
const auditOf = (payment: PaymentRow, attempt: AttemptRow) => ({
  workspaceId: payment.workspaceId,
  target: publicId("pay", payment.id),
  actor: attempt.requestedBy,
  requestId: attempt.requestId,
});

function requireSameMoney({ id, amountCents, currency }: PaymentRow, charge: Success): void {
  if (charge.amountCents !== amountCents || charge.currency !== currency) {
    throw new Error(
      `the processor charged ${charge.amountCents} ${charge.currency} for the payment ${id} of ${amountCents} ${currency}`,
    );
  }
}
