export type RefundStatus = "pending" | "succeeded" | "failed";

export type RefundStep = "succeeds" | "fails";

const transitions: Record<RefundStatus, Partial<Record<RefundStep, RefundStatus>>> = {
  pending: { succeeds: "succeeded", fails: "failed" },
  // A bank can return a refund that had succeeded.
  succeeded: { fails: "failed" },
  failed: {},
};

export function refundAfter(status: RefundStatus, step: RefundStep): RefundStatus | undefined {
  return transitions[status][step];
}

export type RefundRefusal = "not_paid" | "disputed" | "already_refunded" | "too_much" | "not_positive";

/** Why an amount of a charge can't be refunded. Pending refunds count as refunded. */
export function refundRefusal(
  charge: { paid: boolean; amount: number; amount_refunded: number },
  amount: number,
  state: { hasBlockingDispute: boolean },
): RefundRefusal | undefined {
  const left = charge.amount - charge.amount_refunded;
  if (!charge.paid) {
    return "not_paid";
  }
  if (state.hasBlockingDispute) {
    return "disputed";
  }
  if (left === 0) {
    return "already_refunded";
  }
  if (amount <= 0) {
    return "not_positive";
  }
  return amount > left ? "too_much" : undefined;
}

const hourMs = 3_600_000;

/** The first status of a refund, and the change an hour later. */
export function refundPlan(
  behavior: "succeeds_later" | "fails_later" | undefined,
  now: Date,
): { status: RefundStatus; later: { step: RefundStep; at: Date } | null } {
  const at = new Date(now.getTime() + hourMs);
  switch (behavior) {
    case undefined:
      return { status: "succeeded", later: null };
    case "succeeds_later":
      return { status: "pending", later: { step: "succeeds", at } };
    case "fails_later":
      return { status: "succeeded", later: { step: "fails", at } };
  }
}
