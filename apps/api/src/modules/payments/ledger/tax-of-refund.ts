import { isCounted, type RefundState } from "../model/refund-row.ts";

type CountedRefund = {
  state: RefundState;
  reason: string;
  amountCents: number;
  taxCents: number;
};

/**
 * The tax in the next refund of a payment: its share of the payment's tax, rounded so that the refunds of the whole payment
 * sum to its tax. A line's own tax can differ by a cent.
 */
export function taxOfRefund(
  payment: { amountCents: number; taxCents: number },
  amountCents: number,
  earlier: readonly CountedRefund[],
): number {
  // The second charge of a payment was never part of it.
  const counted = earlier.filter((refund) => isCounted(refund) && refund.reason !== "paid_twice");
  const sumOf = (column: "amountCents" | "taxCents") =>
    counted.reduce((sum, refund) => sum + refund[column], 0);
  // More than the payment can go back: in another way, and then in a lost dispute.
  const untilNowCents = Math.min(payment.amountCents, sumOf("amountCents") + amountCents);
  const taxUntilNow = Math.round((payment.taxCents * untilNowCents) / payment.amountCents);
  // The rounding of refunds that failed since isn't made up for below zero.
  return Math.max(0, Math.min(amountCents, taxUntilNow - sumOf("taxCents")));
}
