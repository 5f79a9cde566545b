import type { OperatorPaymentDetails } from "@zonepost/schema";
import { centsOf } from "../../ui/values/cents-of.ts";
import { leftOfLine } from "../payments/refund/refund-choice.ts";

/** The amount typed for each chosen line. */
export type TypedAmounts = Readonly<Record<string, string>>;

export type OperatorRefundWish = {
  lineIds?: string[];
  allocation?: { lineId: string; amountCents: number }[];
};

/** The amount that is typed for a line; undefined if it can't be refunded. */
export function centsToRefund(text: string, leftCents: number, currency: string): number | undefined {
  const cents = centsOf(text, currency);
  return cents === undefined || cents === 0 || cents > leftCents ? undefined : cents;
}

/** Whole lines are sent by their ID, parts as an allocation. Undefined while nothing, or something wrong, is chosen. */
export function wishOf(payment: OperatorPaymentDetails, typed: TypedAmounts): OperatorRefundWish | undefined {
  const chosen = payment.order.lines.flatMap((line) => {
    const text = typed[line.id];
    const leftCents = leftOfLine(line, payment);
    return text === undefined
      ? []
      : [{ lineId: line.id, leftCents, amountCents: centsToRefund(text, leftCents, payment.currency) }];
  });
  const allocation = chosen.flatMap(({ lineId, amountCents }) =>
    amountCents === undefined ? [] : [{ lineId, amountCents }],
  );
  if (chosen.length === 0 || allocation.length < chosen.length) {
    return undefined;
  }
  const isWhole = chosen.every(({ leftCents, amountCents }) => amountCents === leftCents);
  return isWhole ? { lineIds: chosen.map(({ lineId }) => lineId) } : { allocation };
}
