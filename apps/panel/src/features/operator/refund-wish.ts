import type { OperatorPaymentDetails } from "@zonepost/schema";
import { centsOf } from "../../ui/values/cents-of.ts";
import { leftOfLine } from "../payments/refund/refund-choice.ts";

/** The amount typed for each chosen line. */
export type TypedAmounts = Readonly<Record<string, string>>;

export type OperatorRefundWish = {
  lineIds?: string[];
  allocation?: { lineId: string; amountCents: number }[];
};

/** What a line's amount is wrong about; undefined if it can be sent. */
export function isWrongAmount(text: string, leftCents: number, currency: string): boolean {
  const cents = centsOf(text, currency);
  return cents === undefined || cents === 0 || cents > leftCents;
}

/** Whole lines are sent by their ID, parts as an allocation. Undefined while nothing, or something wrong, is chosen. */
export function wishOf(payment: OperatorPaymentDetails, typed: TypedAmounts): OperatorRefundWish | undefined {
  const chosen = payment.order.lines
    .filter(({ id }) => typed[id] !== undefined)
    .map((line) => ({
      lineId: line.id,
      text: typed[line.id] ?? "",
      leftCents: leftOfLine(line, payment),
    }));
  if (
    chosen.length === 0 ||
    chosen.some(({ text, leftCents }) => isWrongAmount(text, leftCents, payment.currency))
  ) {
    return undefined;
  }
  const allocation = chosen.map(({ lineId, text }) => ({
    lineId,
    amountCents: centsOf(text, payment.currency) ?? 0,
  }));
  const isWhole = chosen.every(({ leftCents }, index) => allocation[index]?.amountCents === leftCents);
  return isWhole ? { lineIds: chosen.map(({ lineId }) => lineId) } : { allocation };
}
