import { dayMs, hourMs, minuteMs } from "../../../kernel/durations.ts";
import type { RefundState } from "../model/refund-row.ts";

/** A bank can return a refund that had succeeded. The processor doesn't know one that waits for the operator. */
export const refundTransitions: Record<RefundState, readonly RefundState[]> = {
  waiting: [],
  pending: ["succeeded", "failed"],
  succeeded: ["failed"],
  failed: [],
};

/** The state after a report of the processor, which may be older than what is stored. */
export const refundStateAfter = (stored: RefundState, reported: RefundState): RefundState =>
  refundTransitions[stored].includes(reported) ? reported : stored;

type Amounts = { lineAmounts: readonly { lineId: string; amountCents: number }[] };

/**
 * Of refunds that failed, those that a new one returns: each cent of it settles one of them. One without lines is only
 * settled by its retry.
 */
export function coveredBy<Failed extends Amounts>(failed: readonly Failed[], made: Amounts): Failed[] {
  const left = new Map(made.lineAmounts.map(({ lineId, amountCents }) => [lineId, amountCents]));
  const leftOf = (lineId: string) => left.get(lineId) ?? 0;
  return failed.filter(({ lineAmounts }) => {
    const isCovered =
      lineAmounts.length > 0 && lineAmounts.every(({ lineId, amountCents }) => leftOf(lineId) >= amountCents);
    for (const { lineId, amountCents } of isCovered ? lineAmounts : []) {
      left.set(lineId, leftOf(lineId) - amountCents);
    }
    return isCovered;
  });
}

type Payment = {
  status: "pending" | "received" | "confirmed" | "failed" | "refunded" | "disputed";
  amountCents: number;
  refundedCents: number;
};

/** The money of pending refunds is no longer available, and that of failed ones is again. */
export const refundableCents = (payment: Payment, pendingCents: number): number =>
  payment.amountCents - payment.refundedCents - pendingCents;

export type RefundRefusal = "not_paid" | "disputed" | "too_much";

export function refundRefusal(
  payment: Payment,
  { amountCents, pendingCents }: { amountCents: number; pendingCents: number },
): RefundRefusal | undefined {
  switch (payment.status) {
    case "pending":
    case "failed":
      return "not_paid";
    case "disputed":
      return "disputed";
    default:
      return amountCents > refundableCents(payment, pendingCents) ? "too_much" : undefined;
  }
}

const firstCheckMs = 2 * minuteMs;
const firstCheckAfterSuccessMs = hourMs;
const returnedWithinMs = 30 * dayMs;

/**
 * The next look at a refund, in case its notice is lost. One that is pending is checked after 2, 4, 8 minutes and so on,
 * at least daily. A bank can return one that has succeeded, so it is checked after 1, 2, 4 hours and so on, for a month.
 */
export function nextRefundCheckAt(
  { state, createdAt }: { state: RefundState; createdAt: Date },
  now: Date,
): Date | null {
  const ageMs = now.getTime() - createdAt.getTime();
  const after = (waitMs: number) => new Date(now.getTime() + waitMs);
  switch (state) {
    case "pending":
      return after(Math.min(Math.max(ageMs, firstCheckMs), dayMs));
    case "succeeded":
      return ageMs < returnedWithinMs ? after(Math.max(ageMs, firstCheckAfterSuccessMs)) : null;
    case "waiting":
    case "failed":
      return null;
  }
}
