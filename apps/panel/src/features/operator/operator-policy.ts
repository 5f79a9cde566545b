import type { OperatorNeed, OperatorPayment } from "@zonepost/schema";

const urgency: Record<OperatorNeed, number> = {
  dispute: 0,
  fraud_warning: 1,
  refund_failed: 2,
  books_differ: 3,
  refund_waiting: 4,
  paid_late: 5,
};

const rankOf = ({ needs }: Pick<OperatorPayment, "needs">) =>
  Math.min(...needs.map((need) => urgency[need]), Number.POSITIVE_INFINITY);

type Needing = Pick<OperatorPayment, "needs" | "evidenceDueAt" | "createdAt">;

/** Disputes first, by their deadline; then the other needs, the oldest first of each. */
export const byUrgency = (one: Needing, other: Needing): number =>
  rankOf(one) - rankOf(other) ||
  (one.evidenceDueAt ?? "9").localeCompare(other.evidenceDueAt ?? "9") ||
  one.createdAt.localeCompare(other.createdAt);
