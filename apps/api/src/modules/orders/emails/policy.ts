import { hourMs, secondMs } from "../../../kernel/durations.ts";
import { isOpenLine } from "../model/policy.ts";

export type OrderEmailKind =
  | "receipt"
  | "refund"
  | "refund_failed"
  | "order_line_failed"
  | "payment_confirmation_needed";

/** A person who was sent to their bank has this long before everyone who pays is told. */
const confirmationPatienceMs = 15 * 60 * secondMs;

/** @param isPresent whether a person was there to answer the bank */
export const confirmationDueAt = (isPresent: boolean, now: Date): Date =>
  new Date(now.getTime() + (isPresent ? confirmationPatienceMs : 0));

/** What the lines and refunds of an order mean for its emails. */
type Progress = {
  lines: readonly { kind: string; state: Parameters<typeof isOpenLine>[0]; nextAttemptAt: Date | null }[];
  refunds: readonly { state: string }[];
};

/** A transfer takes days, and a line that is held until the payment is confirmed takes weeks. */
const endsSoon = ({ kind, state, nextAttemptAt }: Progress["lines"][number]): boolean =>
  isOpenLine(state) && kind !== "transfer_in" && !(state === "pending" && nextAttemptAt === null);

const longestGatherMs = hourMs;
const firstLookMs = 15 * secondMs;

/**
 * When the emails of one kind are looked at again, so that one email can tell of all lines or refunds. Undefined if
 * there is nothing to wait for, or the first has waited for an hour.
 */
export function gathersUntil(
  kind: OrderEmailKind,
  { createdAt, lines, refunds }: Progress & { createdAt: Date },
  now: Date,
): Date | undefined {
  const ageMs = now.getTime() - createdAt.getTime();
  const isRefund = kind === "refund" || kind === "refund_failed";
  const isExpected =
    (isRefund || kind === "order_line_failed") &&
    (lines.some(endsSoon) || (isRefund && refunds.some(({ state }) => state === "pending")));
  if (!isExpected || ageMs >= longestGatherMs) {
    return undefined;
  }
  const waitMs = Math.min(Math.max(ageMs, firstLookMs), longestGatherMs - ageMs);
  return new Date(now.getTime() + waitMs);
}
