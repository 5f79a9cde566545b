import type { ProcessorDispute, ProcessorIntent, ProcessorRefund } from "../ports.ts";

/** What our records of a payment say: its charges, refunds and disputes. */
export type RecordedPayment = {
  paymentId: string;
  currency: string;
  amountCents: number;
  taxCents: number;
  /** Of successful charges; two if it was paid twice. */
  chargeCount: number;
  refundedCents: number;
  refundedTaxCents: number;
  /** Of disputes that are open or lost. */
  withheldCents: number;
  /** Of lost disputes. */
  lostTaxCents: number;
  /** In the ledger. */
  ledgerProcessorCents: number;
  ledgerTaxCents: number;
};

/** In an account of one payment, at the ledger or at the processor. */
export type Difference = {
  paymentId: string;
  account: "processor" | "tax";
  at: "ledger" | "processor";
  ownCents: number;
  foundCents: number;
};

/** The payment's money that should be at the processor. */
export const ownProcessorCents = (payment: RecordedPayment): number =>
  payment.chargeCount * payment.amountCents - payment.refundedCents - payment.withheldCents;

/** Tax is owed, so it is a credit. */
const ownTaxCents = ({ chargeCount, taxCents, refundedTaxCents, lostTaxCents }: RecordedPayment): number =>
  refundedTaxCents + lostTaxCents - chargeCount * taxCents;

export function ledgerDifferences(payment: RecordedPayment): Difference[] {
  const { paymentId, ledgerProcessorCents, ledgerTaxCents } = payment;
  return (
    [
      ["processor", ownProcessorCents(payment), ledgerProcessorCents],
      ["tax", ownTaxCents(payment), ledgerTaxCents],
    ] as const
  ).flatMap(([account, ownCents, foundCents]) =>
    ownCents === foundCents ? [] : [{ paymentId, account, at: "ledger" as const, ownCents, foundCents }],
  );
}

export type IntentAtProcessor = {
  intent: ProcessorIntent;
  refunds: readonly Pick<ProcessorRefund, "state" | "amountCents">[];
  disputes: readonly Pick<ProcessorDispute, "state" | "isInquiry" | "amountCents">[];
};

const sumOf = (rows: readonly { amountCents: number }[]): number =>
  rows.reduce((sum, { amountCents }) => sum + amountCents, 0);

/** Null while a refund is on its way: its outcome is recorded later. */
export function processorCentsOf(intents: readonly IntentAtProcessor[]): number | null {
  if (intents.some(({ refunds }) => refunds.some(({ state }) => state === "pending"))) {
    return null;
  }
  return intents.reduce(
    (sum, { intent, refunds, disputes }) =>
      sum +
      (intent.state === "succeeded" ? intent.amountCents : 0) -
      sumOf(refunds.filter(({ state }) => state === "succeeded")) -
      sumOf(disputes.filter(({ state, isInquiry }) => state !== "won" && !isInquiry)),
    0,
  );
}

export const dayOf = (now: Date): string => now.toISOString().slice(0, 10);
